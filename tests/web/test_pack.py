"""The pages' scripts packed: the same program, as TypeScript's parser and node see it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kingdomino.server.site.bundle import pack_later, pack_script, pack_style
from kingdomino.server.site.minify import lean_lines, lean_style, tokens

from .module import said_by

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "kingdomino" / "web"
TYPESCRIPT = ROOT / "web-check" / "node_modules" / "typescript" / "lib" / "typescript.js"


def lean(text: str) -> str:
    return "\n".join(line for line, _ in lean_lines(tokens(text)))


SAME = f"""
import {{ readFileSync }} from "node:fs";
import ts from "{TYPESCRIPT}";
const options = {{ target: "esnext", module: "esnext", removeComments: true }};
const printed = (text) => ts.transpileModule(text, {{ compilerOptions: options }}).outputText;
const plain = (text) => printed(text).replace(/\\n\\s*/g, "\\n");
const differ = [];
for (const [name, before, after] of JSON.parse(readFileSync(0, "utf8")))
  if (plain(before) !== plain(after)) differ.push(name);
console.log(JSON.stringify(differ));
"""


def test_every_script_means_what_it_meant() -> None:
    """A strict parser, printing both without comments, finds no difference."""
    files = [*(WEB / "js").rglob("*.js"), *(WEB / "vendor").glob("*.js")]
    cases = [(file.name, text := file.read_text(), lean(text)) for file in files]
    assert json.loads(said_by(SAME, told=json.dumps(cases))) == []
    assert all(len(after) < len(before) for _, before, after in cases)


@pytest.mark.parametrize(
    ("text", "leaned"),
    [
        ("a = 1; // one\n\n\n  b()", "a=1;\nb()"),
        ("a /* x */ b", "a b"),
        ("a /* x\n y */ b", "a\nb"),
        ("say(\"// no comment\", '/* nor this */')", "say(\"// no comment\",'/* nor this */')"),
        (r's = "a\"//b"', r's="a\"//b"'),
        (
            "x = `a  // ${ b  /* c */ + `${ {d: 1}.d }  }` }  z`",
            "x=`a  // ${b+`${{d:1}.d}  }`}  z`",
        ),
        ("a = b / c / d", "a=b/c/d"),
        ("a = (b) / 2 // half", "a=(b)/2"),
        ("r = /[/'\"`]\\/\\// ; s", "r= /[/'\"`]\\/\\//;s"),
        ("return /x  y/.test(z)", "return/x  y/ .test(z)"),
        ("i++ + ++j - -k", "i++ + ++j- -k"),
        ("a\n++b", "a\n++b"),
        ("class A { #x = 1; get y() { return this.#x } }", "class A{#x=1;get y(){return this.#x}}"),
    ],
)
def test_leaning_keeps_what_matters(text: str, leaned: str) -> None:
    assert lean(text) == leaned


@pytest.mark.parametrize("text", ["a = 'x", "b = `x ${y", "c = `x", "d = /x\n/"])
def test_a_script_that_never_ends_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line"):
        list(tokens(text))


def test_styles_keep_their_strings_and_selectors() -> None:
    style = """/* why */
    a > b :hover , c::after { content: "a  ;  b"; width: calc(1px + 2px) ; }
    @media (min-width: 3px) { d { color: red } }"""
    assert lean_style(style) == (
        'a > b :hover,c::after{content: "a  ;  b";width: calc(1px + 2px);}'
        "@media (min-width: 3px){d{color: red}}"
    )


MODULES = {
    "js/main.js": 'import { one, twice as two } from "./a.js";\nimport "./effect.js";\n'
    'import whole from "../b.js";\nimport { passed } from "../b.js";\n'
    "console.log(JSON.stringify([one, two(4), whole(1), passed, globalThis.ran]));",
    "js/a.js": 'export const one = 1;\nimport {\n  name,\n} from "../b.js";\n'
    "const hidden = name;\nexport async function late() {}\nexport class Box {}\n"
    "function double(x) { return 2 * x; }\nexport { double as twice, hidden };",
    "js/effect.js": 'const hidden = "another";\nglobalThis.ran = hidden;',
    "b.js": 'export const name = "b";\nexport default (x) => [x, name];\n'
    'export { late as passed } from "./c.js";',
    "c.js": "export const late = `${{ import: 1 }.import} export { x }`;",
}


def test_packed_modules_run_as_they_did() -> None:
    pack = pack_script("js/main.js", MODULES.__getitem__)
    assert pack.parts == ("c.js", "b.js", "js/a.js", "js/effect.js", "js/main.js")
    assert json.loads(said_by(pack.text)) == [1, 8, [1, "b"], "1 export { x }", "another"]


def test_what_is_imported_on_demand_shares_the_modules_of_the_first_script(tmp_path: Path) -> None:
    """Both scripts as a browser gets them, with their addresses made to be files."""
    modules = {
        "js/main.js": 'import { count } from "./count.js";\ncount();\n'
        'export const late = () => import("./parts/late.js");',
        "js/count.js": "const at = { n: 0 };\nexport const count = () => ++at.n;",
        "js/parts/late.js": 'import { count } from "../count.js";\n'
        'import { own } from "./own.js";\n'
        "export function told() { return [count(), own]; }",
        "js/parts/own.js": 'export const own = "own";',
    }
    first = pack_script("js/main.js", modules.__getitem__)
    late = pack_later("js/parts/late.js", "js/main.js", modules.__getitem__)
    assert first.parts == ("js/count.js", "js/main.js")
    assert set(late.parts) == set(modules)
    for name, text in (("app.js", first.text), ("later/parts/late.js", late.text)):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(re.sub(r'"/(app|later)', f'"{tmp_path.as_uri()}/\\1', text))
    script = f"""import {{ js_main_js }} from "{(tmp_path / "app.js").as_uri()}";
    console.log(JSON.stringify((await js_main_js.late()).told()));"""
    assert json.loads(said_by(script)) == [2, "own"]
    with pytest.raises(ValueError, match="is part of"):
        pack_later("js/count.js", "js/main.js", modules.__getitem__)


def test_the_map_leads_back_to_every_line() -> None:
    modules = {
        "main.js": '\n\nimport { x } from "./x.js";\n// why\nx(`a\nb`);',
        "x.js": "\nexport const x = 1;",
    }
    pack = pack_script("main.js", modules.__getitem__)
    assert pack.map is not None
    found = json.loads(pack.map)
    assert found["sources"] == ["/x.js", "/main.js"]
    lines = pack.text.splitlines()
    decode = """
    import { SourceMap } from "node:module"; import { readFileSync } from "node:fs";
    const { map, count } = JSON.parse(readFileSync(0, "utf8"));
    const of = new SourceMap(map);
    const at = (i) => { const e = of.findEntry(i, 0); return [e.originalSource, e.originalLine]; };
    console.log(JSON.stringify(Array.from({ length: count }, (_, i) => at(i))));"""
    places = json.loads(said_by(decode, told=json.dumps({"map": found, "count": len(lines)})))
    assert [
        place for place, line in zip(places, lines, strict=True) if line in ("x(`a", "b`);")
    ] == [
        ["/main.js", 4],
        ["/main.js", 5],
    ]
    assert ["/x.js", 1] in places


@pytest.mark.parametrize(
    ("modules", "why"),
    [
        ({"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}, "import each other"),
        ({"a.js": "export let x = 1;"}, "cannot be packed"),
        ({"a.js": 'import { c } from "./b.js";', "b.js": "export const b = 1, c = 2;"}, "export"),
        ({"a.js": 'import b, { c } from "./b.js";', "b.js": ""}, "cannot be packed"),
        ({"a.js": 'import * as b from "./b.js";', "b.js": ""}, "cannot be packed"),
        ({"a.js": "import(b);"}, "cannot be packed"),
    ],
)
def test_what_cannot_be_packed_is_said(modules: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pack_script("a.js", modules.__getitem__)


def test_style_sheets_are_put_where_they_are_imported() -> None:
    sheets = {"css/main.css": '@import "a.css";\nb { c: d }', "css/a.css": "a { b: c }"}
    pack = pack_style("css/main.css", sheets.__getitem__)
    assert pack.text == "a{b: c}b{c: d}"
    assert pack.parts == ("css/main.css", "css/a.css")
