// The bundle of the server beside its sources: where it lies, and whether it was made of what the sources are now. Plain
// JavaScript for Node 20 or newer; it imports nothing that is installed.
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** What holds the bundles and the record of the newest one. */
const FOLDER = 'server/build';
const RECORD = `${FOLDER}/bundle.json`;
/** How many bundles lie side by side, so that a running server keeps the files that it loads late. */
const SLOTS = 3;
/** A change within this time of another one may not show in a file's times. */
export const SETTLED_MS = 1000;

/**
 * What is known of the newest bundle: its slot, and how each file that it was made of looked.
 * @typedef {{ slot: number, files: Record<string, string> }} BundleRecord
 */

/** @param {string} root @returns {BundleRecord | null} */
function readRecord(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, RECORD), 'utf8'));
  } catch {
    return null;
  }
}

/** How a file looks without reading it; a change of its content shows here. @param {import('node:fs').Stats} stats */
function lookOf({ ino, size, mtimeMs, ctimeMs }) {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** The folder of a slot, from the root. @param {number} slot */
function folderOf(slot) {
  return `${FOLDER}/${slot}`;
}

/**
 * The bundled form of the server, from the root; null when there is none or when one of the files that it was made of has
 * changed, been replaced or gone since.
 * @param {string} root
 */
export function findBundle(root) {
  const record = readRecord(root);
  if (!record) return null;
  for (const [file, look] of Object.entries(record.files)) {
    // Not `path.join`: some six hundred files are asked about before a start.
    const stats = statSync(`${root}/${file}`, { throwIfNoEntry: false });
    if (!stats || lookOf(stats) !== look) return null;
  }
  return `${folderOf(record.slot)}/main.js`;
}

/**
 * Replaces the oldest bundle by what `write` puts into the folder that it is given, and then names it the newest; until
 * everything is written the last one stays the newest. `write` answers with the files that it read and those that it
 * wrote. All are named from the root. Answers false when a file was changed while it was read: that bundle is never run.
 * @param {string} root
 * @param {(folder: string) => Promise<{ read: readonly string[], written: readonly string[] }>} write
 */
export async function replaceBundle(root, write) {
  const slot = ((readRecord(root)?.slot ?? 0) + 1) % SLOTS;
  const folder = folderOf(slot);
  const startMs = Date.now();
  mkdirSync(path.join(root, FOLDER), { recursive: true });
  // Removing does not say why it was refused.
  accessSync(path.join(root, FOLDER), constants.W_OK);
  rmSync(path.join(root, folder), { recursive: true, force: true });
  mkdirSync(path.join(root, folder));
  const { read, written } = await write(folder);
  /** @param {string} file */
  const look = (file) => statSync(path.join(root, file));
  const sources = read.map((file) => /** @type {const} */ ([file, look(file)]));
  if (sources.some(([, { ctimeMs }]) => ctimeMs > startMs - SETTLED_MS)) return false;
  // Of a machine that lost power the record may be whole and what it names not.
  const all = [...sources, ...written.map((file) => /** @type {const} */ ([file, look(file)]))];
  /** @type {BundleRecord} */
  const record = { slot, files: Object.fromEntries(all.map(([file, at]) => [file, lookOf(at)])) };
  const beside = path.join(root, `${RECORD}.new`);
  writeFileSync(beside, JSON.stringify(record));
  renameSync(beside, path.join(root, RECORD));
  return true;
}
