// Takes the picture of Python's memory that a page starts from: all modules imported, all tables of the games read.
// node offline_snapshot.mjs KIT SNAPSHOT, where KIT has msgspec and kingdomino.zip beside Pyodide.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { startPython } from "../src/kingdomino/web/js/offline/python.js";

const READY = "from kingdomino.server.pocket.ready import make_ready\nmake_ready()";

const [kit, snapshot] = process.argv.slice(2);
const python = await startPython(kit, { _makeSnapshot: true });
const room = python._module.HEAP8.length;
const bytes = (path) => new Uint8Array(readFileSync(path));
python.unpackArchive(bytes(kit + readdirSync(kit).find((name) => name.endsWith(".whl"))), "wheel");
python.unpackArchive(bytes(`${kit}kingdomino.zip`), "zip");
python.runPython(READY);
wipeFree(python._module);
if (python._module.HEAP8.length > room) throw new Error("the memory has grown: a page could not take it over");
writeFileSync(snapshot, gzipSync(python.makeMemorySnapshot(), { level: 9 }));

/** What was given back still holds what it held, and would be sent to everybody. */
function wipeFree({ _malloc, _free, _sbrk, HEAPU8 }) {
  const held = [];
  for (let size = 1 << 15; size >= 32; size >>= 1) {
    for (const end = _sbrk(0); _sbrk(0) === end;) {
      const address = _malloc(size);
      HEAPU8.fill(0, address, address + size);
      held.push(address);
    }
  }
  held.forEach((address) => _free(address));
}
