import { pathToFileURL } from 'node:url';
import { runInLanes, type Task } from './lanes.ts';
import { closeTally, runCheck, runTestFile, startTally, type Tally } from './test-run.ts';

/** Returns the static checks, the slowest first: types, lint, dead code, format, house rules. */
export function listChecks(tally: Tally): Task[] {
  const check = (name: string, ...command: [program: string, ...args: string[]]): Task => ({
    run: async () => void (await runCheck(tally, name, command)),
  });
  return [
    // One checker for each project: several would check shared types twice, which more than doubles the work.
    check('types', 'tsc', '-b', '--checkers', '1'),
    check('lint with types', 'oxlint', '--type-aware', '--deny-warnings'),
    check('dead code', 'knip'),
    check('lint', 'biome', 'lint', '--error-on-warnings', '.'),
    check('format', 'biome', 'format', '.'),
    { run: () => runTestFile(tally, 'house.test.ts') },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tally = startTally();
  // Two at a time: the compiler and the type-aware lint are the slowest.
  await runInLanes(listChecks(tally), 2);
  closeTally(tally);
}
