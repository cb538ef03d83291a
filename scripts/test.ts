import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { startThrowawayCluster } from '../server/src/platform/testing.ts';
import { runChecks } from './check.ts';
import { findChromium } from './chromium.ts';
import { scratchInMemory } from './scratch.ts';
import {
  closeTally,
  ROOT,
  report,
  runCheck,
  runTests,
  startTally,
  type Tally,
} from './test-run.ts';

// `npm test`: everything. `npm test WORD...`: the test files whose path holds a word. `npm test e2e WORD...`: the browser
// tests (with a word in their path). All of it on one throwaway PostgreSQL cluster.

const UNIT = '{engine,contract,server,web/src,scripts,bench}/**/*.test.ts';
const BROWSER = 'e2e/**/*.test.ts';

const [first, ...rest] = process.argv.slice(2);
const onlyBrowser = first === 'e2e';
const words = onlyBrowser || first === undefined ? rest : [first, ...rest];

function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted();
}

async function runBrowserTests(tally: Tally): Promise<void> {
  const files = listFiles(BROWSER);
  if (files.length === 0) return;
  const startMs = performance.now();
  const chromium = findChromium();
  if (!chromium) {
    report(tally, false, 'browser tests need Chromium: apt-get install chromium', startMs);
    return;
  }
  process.env.CHROMIUM = chromium;
  // Asked for by name they may take their time: every look of every page.
  if (onlyBrowser) process.env.RASAT_SOAK = '1';
  // A browser waits for its server half of the time: two at once keep two cores busy.
  await runTests(tally, files, 2);
}

/** Begins to fill the markets of the browser tests, which takes a minute or two, beside the other tests. */
function prepareSites(): void {
  const child = spawn(process.execPath, ['e2e/prepare.ts'], { cwd: ROOT, stdio: 'ignore' });
  child.unref();
}

async function buildWeb(tally: Tally): Promise<boolean> {
  const command = [process.execPath, 'scripts/build-web.ts', '--if-stale'] as const;
  return runCheck(tally, 'web build', command);
}

const tally = startTally();
if (words.length === 0 && !onlyBrowser) await runChecks(tally);
// Tests that start the whole server want the site built, too.
const isBuilt = (words.length > 0 && !onlyBrowser) || (await buildWeb(tally));
scratchInMemory();
const { embedded } = await startThrowawayCluster();
process.env.RASAT_TEST_PG = embedded.address.host;
try {
  const browserToo = isBuilt && (onlyBrowser || words.length === 0);
  if (browserToo) prepareSites();
  // Many of them wait for a server or a clock: three at once keep two cores busy.
  if (!onlyBrowser) await runTests(tally, listFiles(UNIT), 3);
  if (browserToo) await runBrowserTests(tally);
} finally {
  await embedded.stop();
}
closeTally(tally);
