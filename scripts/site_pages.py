"""What the documentation site shows besides docs/: the papers of the root, examples, the API.

MkDocs calls these functions (``hooks`` in mkdocs.yml). The links of the papers stay those of the
repository; here they are led to where the site has the same thing.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "kingdomino"
PAPERS = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
}
FOLDERS = ("examples", "deploy")
"""Files that pages lead to."""
LAYERS = ("core", "games", "fast", "bots", "arena", "env", "dataset", "learn", "server")
LINK = re.compile(r"(\]\()([^)#\s:]+)((?:#[^)]*)?\))")


def on_config(config: Any) -> Any:
    """List the pages of the API."""
    (api,) = (entry["API"] for entry in config.nav if "API" in entry)
    api += [{page[4:-3]: page} for page in api_pages()]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add what does not lie in docs/."""
    for paper, page in PAPERS.items():
        files.append(File.generated(config, page, content=(ROOT / paper).read_text("utf-8")))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).iterdir()):
            if path.is_file():
                made = File.generated(config, f"{folder}/{path.name}", abs_src_path=str(path))
                files.append(made)
    for page, text in api_pages().items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links that leave docs/ to the same thing on the site."""
    uri = page.file.src_uri
    papers = {page: paper for paper, page in PAPERS.items()}
    home = dirname(papers[uri]) if uri in papers else join("docs", dirname(uri))

    def led(found: re.Match[str]) -> str:
        target = normpath(join(home, found[2]))
        there = PAPERS.get(target, target.removeprefix("docs/"))
        return f"{found[1]}{relpath(there, dirname(uri) or '.')}{found[3]}"

    return LINK.sub(led, markdown)


def modules(layer: str) -> dict[str, list[str]]:
    """The wings of a layer, '' for its own folder, and the public modules of each."""
    found: dict[str, list[str]] = {}
    for path in sorted((PACKAGE / layer).rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        if path.name == "__init__.py":
            parts = parts[:-1]
        if not parts[-1].startswith("_"):
            wing = (
                parts[2]
                if len(parts) > 3 or (path.name == "__init__.py" and len(parts) == 3)
                else ""
            )
            found.setdefault(wing, []).append(".".join(parts))
    return found


def api_pages() -> dict[str, str]:
    """A page for the package, one for every layer, and one for every wing of a layer."""
    pages = {"api/kingdomino.md": "# kingdomino\n\n::: kingdomino\n"}
    for layer in LAYERS:
        for wing, names in modules(layer).items():
            name = f"{layer}.{wing}" if wing else layer
            text = "\n\n".join(f"::: {module}" for module in names)
            pages[f"api/{name}.md"] = f"# kingdomino.{name}\n\n{text}\n"
    return pages
