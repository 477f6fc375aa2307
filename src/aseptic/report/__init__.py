"""Views of one `Result`: text, json, sarif, junit, github, markdown, html."""
