// The tables of this device, in the browser's own database: each as a text, and as a line for lists.

const STORE = "tables";

/** @typedef {{table: string, summary: MyGame}} Kept */

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const wish = indexedDB.open("kingdomino", 1);
    wish.onupgradeneeded = () => wish.result.createObjectStore(STORE);
    wish.onsuccess = () => resolve(wish.result);
    wish.onerror = () => reject(wish.error);
  });
  return opening;
}

/** What was asked for, once it is on disk. @template T @param {IDBTransactionMode} mode @param {(tables: IDBObjectStore) => IDBRequest<T>} ask @returns {Promise<T>} */
async function inStore(mode, ask) {
  const change = (await database()).transaction(STORE, mode);
  const wish = ask(change.objectStore(STORE));
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve(wish.result);
    change.onerror = change.onabort = () => reject(change.error);
  });
}

/** @param {string} id @returns {Promise<Kept | undefined>} */
export const keptTable = (id) => inStore("readonly", (tables) => tables.get(id));

/** @returns {Promise<Kept[]>} */
export const keptTables = () => inStore("readonly", (tables) => tables.getAll());

/** @param {string} id @param {Kept} kept */
export const keepTable = (id, kept) => inStore("readwrite", (tables) => tables.put(kept, id));

/** @param {string} id */
export const forgetTable = (id) => inStore("readwrite", (tables) => tables.delete(id));
