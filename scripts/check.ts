import { pathToFileURL } from 'node:url';
import { closeTally, runCheck, runTests, startTally, type Tally } from './test-run.ts';

/** What is asked of the sources without running them: format, lint, types, dead code, the rules of the house. */
export async function runChecks(tally: Tally): Promise<void> {
  // Two at a time: the slowest two are the compiler and the search for dead code.
  await Promise.all([
    (async () => {
      await runCheck(tally, 'format', ['biome', 'format', '.']);
      await runCheck(tally, 'lint', ['biome', 'lint', '--error-on-warnings', '.']);
      await runCheck(tally, 'lint with types', ['oxlint', '--type-aware', '--deny-warnings']);
    })(),
    (async () => {
      await runCheck(tally, 'types', ['tsc', '-b']);
      await runCheck(tally, 'dead code', ['knip']);
    })(),
  ]);
  await runTests(tally, ['house.test.ts'], 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tally = startTally();
  await runChecks(tally);
  closeTally(tally);
}
