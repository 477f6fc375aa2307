"""Serves the map as JSON."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer

from cavern import world

PORT = 8080
CACHE_SECONDS = 300


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps(world.load()).encode()
        self.send_response(200)
        self.send_header("Cache-Control", f"max-age={CACHE_SECONDS}")
        self.end_headers()
        self.wfile.write(body)


def serve() -> HTTPServer:
    server = HTTPServer(("127.0.0.1", PORT), Handler)
    print(f"serving on http://127.0.0.1:{PORT}", flush=True)
    return server
