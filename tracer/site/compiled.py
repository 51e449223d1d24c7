"""Python files for the browser, compiled while the site is built, not at each start of Python.

Node.js runs the site's own Python, imports what every notebook imports, and compiles that. Python
then starts in a third of the time.
"""

import json
import shutil
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from tracer.site import fetch

NODE = """
import { pathToFileURL } from "node:url";
const [folder, packages, program, out] = process.argv.slice(1);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/`, stdout() {} });
await python.loadPackage(JSON.parse(packages), { messageCallback() {} });
const { writeFileSync } = await import("node:fs");
writeFileSync(out, python.runPython(program));
process.exit();
"""
PROGRAM = """
import json, sys
from base64 import b64encode
from importlib import _bootstrap_external as files
from importlib.util import cache_from_source, source_hash
from pathlib import Path

import pyodide_kernel
import anywidget, ipywidgets, trees, tracer.exercises, tracer.player.widget

def compiled(path, source):
    code = compile(source, path, "exec", dont_inherit=True)
    pyc = files._code_to_hash_pyc(code, source_hash(source), checked=False)
    return cache_from_source(path), b64encode(pyc).decode()

found = {}
for module in list(sys.modules.values()):
    path = getattr(module, "__file__", None) or ""
    loader = getattr(module, "__loader__", None)
    if path.endswith(".py") and hasattr(loader, "get_data"):
        found[path] = loader.get_data(path)
for package in tracer, trees:
    for path in Path(package.__file__).parent.rglob("*.py"):
        found[str(path)] = path.read_bytes()
json.dumps({path: compiled(path, source) for path, source in found.items()})
"""


def compile_modules(runtime: Path, packages: Sequence[str]) -> None:
    """Add compiled modules to the wheels in this folder, and put them into the standard library."""
    out = runtime / "compiled.json"
    words = [str(runtime), json.dumps(packages), PROGRAM, str(out)]
    fetch.run([_node(), "--input-type=module", "--eval", NODE, "--", *words])
    modules = json.loads(out.read_text("utf-8"))
    out.unlink()
    library: dict[str, bytes] = {}
    installed: dict[str, tuple[str, bytes]] = {}
    for path, (cached, text) in modules.items():
        if name := path.partition(".zip/")[2]:
            library[name] = b64decode(text)
        elif name := path.partition("/site-packages/")[2]:
            installed[name] = cached.partition("/site-packages/")[2], b64decode(text)
    _replace(runtime / "python_stdlib.zip", library)
    for wheel in runtime.glob("*.whl"):
        with ZipFile(wheel, "a", ZIP_DEFLATED) as package:
            for name in sorted(set(package.namelist()) & set(installed)):
                package.writestr(*installed[name])


def _node() -> str:
    node = shutil.which("node")
    if not node:
        raise ValueError("building the site needs node, which is not on the PATH; install Node.js")
    return node


def _replace(library: Path, compiled: dict[str, bytes]) -> None:
    """Replace modules, whose sources nobody asks for, by what they compile to."""
    with ZipFile(library) as package:
        files = {name: package.read(name) for name in package.namelist()}
    with ZipFile(library, "w", ZIP_DEFLATED) as package:
        for name, data in files.items():
            made = (f"{name}c", compiled[name]) if name in compiled else (name, data)
            package.writestr(*made)
