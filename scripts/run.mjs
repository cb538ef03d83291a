// Starts a program of the repository: installs missing packages, then runs the program with the pinned Node. Plain
// JavaScript for Node 20 or newer; it imports no installed package.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
const OLDEST_LAUNCHER = 20;
const WANTED = 'package-lock.json';
const PRESENT = 'node_modules/.package-lock.json';
/** Cache of the file states at the last successful comparison: reading both files takes longer than all other steps. */
const COMPARED = 'node_modules/.cache/rasat-installed';
const SETTLED_MS = 1000;
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_LAUNCHER) {
  fail(`Rasat is started with Node ${OLDEST_LAUNCHER} or newer; this is ${process.version}.`);
}
process.chdir(root);
if (!isInstalled()) {
  const { withLock } = await import('./lock.mjs');
  await withLock(`install ${root}`, install, () => console.error('Another start is installing.'));
}
run(chooseNode(), await chooseForm(process.argv.slice(2)));

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Whether node_modules contains everything that the lock file names, except other machines' optional packages. */
function isInstalled() {
  try {
    // Npm writes the second file last, so that a broken installation has none.
    const files = [WANTED, PRESENT].map((file) => statSync(file));
    const state = files.map((file) => [file.ino, file.size, file.mtimeMs, file.ctimeMs]).join();
    if (readText(COMPARED) === state) return true;
    if (!holdsEverything()) return false;
    // A file written within the last second may change again without a new time.
    const isSettled = files.every((file) => file.ctimeMs < Date.now() - SETTLED_MS);
    if (isSettled) writeCache(COMPARED, state);
    return true;
  } catch {
    return false;
  }
}

function holdsEverything() {
  const wanted = readPackages(WANTED);
  const present = readPackages(PRESENT);
  return Object.entries(wanted).every(([place, { version, optional, link }]) => {
    if (!place.startsWith('node_modules/') || link) return true;
    const installed = present[place];
    return installed ? installed.version === version : optional === true;
  });
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Writes a file whose absence only costs time. @param {string} file @param {string} text */
function writeCache(file, text) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch {
    // The folder belongs to another account.
  }
}

/** @param {string} file @returns {Record<string, {version?: string, optional?: boolean, link?: boolean}>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function install() {
  if (isInstalled()) return;
  // Standard output is reserved for the started program.
  console.error('Installing packages; this happens once.');
  // Not `ci`: it refuses a lock file without the optional packages of machines that a registry does not carry.
  const kinds = ['--include=dev', '--include=optional'];
  const quick = ['--prefer-offline', '--no-audit', '--loglevel=error'];
  const args = ['install', '--no-save', ...kinds, ...quick];
  const npm = process.env.npm_execpath;
  const options = {
    stdio: /** @type {import('node:child_process').StdioOptions} */ (['inherit', 2, 'inherit']),
    env: installEnvironment(),
  };
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
  if (done.error) fail(`npm could not be run (${done.error.message}).`);
  if (done.status !== 0) fail('The packages could not be installed; what went wrong stands above.');
}

/**
 * Returns the environment for npm without the settings that an outer npm made for its own script, but with those of its
 * registry, proxy and cache.
 */
function installEnvironment() {
  const own = /^npm_(config_|package_|lifecycle_)/i;
  const kept = /registry|cafile|proxy|userconfig|globalconfig|cache|ignore_scripts/i;
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (own.test(name) && !kept.test(name)) delete env[name];
  delete env.NODE_ENV;
  return env;
}

/** Returns the pinned Node, or the running one if it has the same major version. */
function chooseNode() {
  if (major === NODE_MAJOR) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const node = path.join(root, 'node_modules', name, 'bin/node');
    statSync(node);
    return node;
  } catch {
    return fail(
      `Rasat runs on Node ${NODE_MAJOR}; this is ${process.version}, and there is no ${name} package. Start it with Node ${NODE_MAJOR}.`,
    );
  }
}

/** Returns the command with the bundled form of its program, if an up-to-date one exists. @param {string[]} args */
async function chooseForm([program = '', ...args]) {
  if (program !== 'server/src/main.ts') return [program, ...args];
  const { findBundle } = await import('./server-bundle.mjs');
  return [findBundle(root) ?? program, ...args];
}

/** @param {string} node @param {string[]} args */
function run(node, args) {
  const child = spawn(node, args, {
    // The channel notifies the program of this launcher's end, also after a kill.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE:
        process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules/.cache/rasat'),
      PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(
        path.delimiter,
      ),
    },
  });
  let interrupts = 0;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // On a terminal Ctrl-C reaches the program too; only a second one, or a kill of this process alone, is forwarded.
      if (signal === 'SIGINT' && process.stdin.isTTY && interrupts++ === 0) return;
      child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`${node} could not be run (${error.message}).`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
