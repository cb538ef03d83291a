import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startThrowawayCluster } from '../server/src/platform/testing.ts';
import { listChecks } from './check.ts';
import { findChromium } from './chromium.ts';
import { runInLanes, type Task } from './lanes.ts';
import { findPython } from './python.ts';
import { scratchInMemory } from './scratch.ts';
import { watchStandstills } from './standstill.ts';
import { endHosts } from './test-hosts.ts';
import {
  closeTally,
  ROOT,
  report,
  runCheck,
  runTestFile,
  startTally,
  type Tally,
} from './test-run.ts';
import { printTimes } from './time-table.ts';

// `npm test` runs everything, `npm test WORD...` the test files whose path contains a word, and `npm test e2e WORD...`
// the browser tests (with a word in their path). All tests use one throwaway PostgreSQL cluster, in lanes that keep two
// cores busy.

const UNIT = '{engine,ledger,contract,server,web/src,scripts,bench}/**/*.test.{ts,tsx}';
const BROWSER = 'e2e/**/*.test.ts';
/** Number of lanes: most tests wait for a server, a browser or a database half of the time. */
const LANES = 4;
/** Longest files, which start first, so that no lane is left with one of them at the end. */
const LONG =
  /crawl|run\.test|\.kill\.|cli\/backup|auth\/|explain|interrupted-run|certificate|e2e\/(account|chart|auth)/;

const [first, ...rest] = process.argv.slice(2);
const onlyBrowser = first === 'e2e';
const words = onlyBrowser || first === undefined ? rest : [first, ...rest];
const isWhole = words.length === 0 && !onlyBrowser;

function listFiles(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted();
  return [...files.filter((file) => LONG.test(file)), ...files.filter((file) => !LONG.test(file))];
}

/** Returns the browser for the browser tests. Without a browser the tests are skipped, or fail in CI. */
function chooseBrowser(tally: Tally): string | null {
  const chromium = findChromium();
  if (chromium === null) {
    lackProgram(tally, 'browser tests need Chromium: apt-get install chromium-headless-shell');
  }
  return chromium;
}

/** Reports that tests cannot run without a program: they are skipped, or fail in CI. */
function lackProgram(tally: Tally, sentence: string): void {
  if (process.env.CI !== undefined) report(tally, false, sentence, performance.now());
  else tally.skipped.push(sentence);
}

/** Files that run `docs/verifier`. */
const PYTHON_TESTS = /verifier\.test\.ts$/;

/** Returns the files without those that need Python where there is none; `PYTHON` then holds its path. */
function withPython(tally: Tally, files: readonly string[]): readonly string[] {
  if (!files.some((file) => PYTHON_TESTS.test(file))) return files;
  const python = findPython();
  if (python !== null) {
    process.env.PYTHON = python;
    return files;
  }
  lackProgram(tally, 'tests of docs/verifier need Python 3.11: apt-get install python3');
  return files.filter((file) => !PYTHON_TESTS.test(file));
}

/**
 * Starts the server that browser tests share; it fills the markets first. `RASAT_SHARED_SITE` then holds its address.
 */
function startSharedSite(): ChildProcess {
  const child = spawn(process.execPath, ['e2e/prepare.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).once('line', (line) => {
    process.env.RASAT_SHARED_SITE = line;
  });
  return child;
}

async function runEverything(tally: Tally): Promise<void> {
  const unit = onlyBrowser ? [] : withPython(tally, listFiles(UNIT));
  const browser = isWhole || onlyBrowser ? listFiles(BROWSER) : [];
  const chromium = browser.length > 0 ? chooseBrowser(tally) : null;
  // Browser tests that are requested by name run in full: every look of every page.
  if (onlyBrowser) process.env.RASAT_SOAK = '1';
  const needsSite = isWhole || chromium !== null;
  let isBuilt = false;
  let hasTriedBuild = !needsSite;
  let site: ChildProcess | undefined;
  const build: Task = {
    async run() {
      const command = [process.execPath, 'scripts/build-web.ts', '--if-stale'] as const;
      isBuilt = await runCheck(tally, 'web build', command);
      hasTriedBuild = true;
      if (!isBuilt || chromium === null) return;
      process.env.CHROMIUM = chromium;
      site = startSharedSite();
    },
  };
  const isSiteUp = (): boolean =>
    process.env.RASAT_SHARED_SITE !== undefined ||
    (hasTriedBuild && !isBuilt) ||
    (site !== undefined && site.exitCode !== null);
  const tasks: Task[] = [
    ...(needsSite ? [build] : []),
    ...(isWhole ? listChecks(tally) : []),
    ...(chromium === null ? [] : browser).map((file) => ({
      isReady: isSiteUp,
      run: async () => {
        if (isBuilt) await runTestFile(tally, file);
      },
    })),
    // Tests that start the whole server need the built site too.
    ...unit.map((file) => ({ isReady: () => hasTriedBuild, run: () => runTestFile(tally, file) })),
  ];
  await runInLanes(tasks, LANES);
  if (!site || site.exitCode !== null) return;
  site.stdin?.end();
  await once(site, 'exit');
}

watchStandstills();
const tally = startTally();
scratchInMemory();
process.env.RASAT_TIME_SPENT = path.join(os.tmpdir(), `time-spent-${process.pid}`);
const { embedded } = await startThrowawayCluster();
process.env.RASAT_TEST_PG = embedded.address.host;
try {
  await runEverything(tally);
} finally {
  await endHosts();
  await embedded.stop();
}
printTimes(tally.ran, process.env.RASAT_TIME_SPENT);
closeTally(tally);
