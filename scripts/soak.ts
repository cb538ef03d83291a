import { globSync } from 'node:fs';
import { startThrowawayCluster } from '../server/src/platform/testing.ts';
import { findChromium } from './chromium.ts';
import { closeTally, ROOT, runCheck, runTests, startTally } from './test-run.ts';

// `npm run soak`: runs the long tests, one after the other; `npm run soak WORD...`: those with a word in their path.

const words = process.argv.slice(2);
const files = globSync('{engine,ledger,contract,server,web/src,scripts,e2e}/**/*.soak.ts', {
  cwd: ROOT,
})
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();
const tally = startTally();
process.env.RASAT_SOAK = '1';
if (files.some((file) => file.startsWith('e2e/'))) {
  await runCheck(tally, 'web build', [process.execPath, 'scripts/build-web.ts', '--if-stale']);
}
// The crawl needs a browser; it reports a missing one itself.
const chromium = findChromium();
if (chromium !== null) process.env.CHROMIUM = chromium;
const { embedded } = await startThrowawayCluster();
process.env.RASAT_TEST_PG = embedded.address.host;
try {
  await runTests(tally, files, 1);
} finally {
  await embedded.stop();
}
closeTally(tally);
