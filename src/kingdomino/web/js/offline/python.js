// Python for browsers, with msgspec in it from the first moment. Whoever takes a snapshot of its memory and
// whoever starts from one go through here: in both each function has to lie at the same place.

/** Where Python looks for msgspec's compiled part, and where it lies in the kit. */
const LIBRARY = "/home/pyodide/msgspec/_core.cpython-314-wasm32-emscripten.so";
const FILE = "msgspec.so";

/** Where msgspec's functions begin in Python's table of them; how many come before depends on the browser. */
const FUNCTIONS = 1 << 14;

/** @param {string} kit The folder of the kit. @param {Record<string, unknown>} [options] What Pyodide is to be told besides. */
export async function startPython(kit, options = {}) {
  const { loadPyodide } = await import(`${kit}pyodide.mjs`);
  const createPyodideModule = async (/** @type {any} */ settings) => {
    const { default: make } = await import(`${kit}pyodide.asm.mjs`);
    const { locateFile } = settings;
    settings.locateFile = (/** @type {string} */ name) => locateFile(name === LIBRARY ? FILE : name);
    settings.preRun.push(withLibrary);
    return withOwnTrampoline(await make(settings));
  };
  return loadPyodide({ indexURL: kit, createPyodideModule, ...options });
}

/** @param {any} made */
async function withLibrary(made) {
  made.addRunDependency(FILE);
  made.wasmTable.grow(FUNCTIONS - made.wasmTable.length);
  const how = { loadAsync: true, global: false, nodelete: true, allowUndefined: true };
  await made.loadDynamicLibrary(LIBRARY, how, {});
  made.removeRunDependency(FILE);
}

/** How Python calls functions depends on the browser too: a snapshot does not know it. @param {any} made */
function withOwnTrampoline(made) {
  const { restoreSnapshot } = made.API;
  made.API.restoreSnapshot = (/** @type {Uint8Array} */ snapshot) => {
    const at = (made.__PyRuntime + made.HEAP32[made.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;
    const own = made.HEAP32[at];
    const known = restoreSnapshot(snapshot);
    made.HEAP32[at] = own;
    return known;
  };
  return made;
}
