"""`python -m cavern look camp`"""

import sys

from cavern import __version__, world


def main(argv: list[str]) -> int:
    if argv == ["--version"]:
        print(f"cavern {__version__}")
    elif argv[:1] == ["serve"]:
        from cavern.server import serve

        server = serve()
        if "--once" not in argv:
            server.serve_forever()
        server.server_close()
    else:
        verb, name = argv
        print({"look": world.look, "cross": world.cross, "find": world.find}[verb](name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
