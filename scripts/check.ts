import { pathToFileURL } from 'node:url';
import { runInLanes, type Task } from './lanes.ts';
import { closeTally, runCheck, runTestFile, startTally, type Tally } from './test-run.ts';

/** What is asked of the sources without running them, the slowest first: types, lint, dead code, format, rules of the house. */
export function listChecks(tally: Tally): Task[] {
  const check = (name: string, ...command: [program: string, ...args: string[]]): Task => ({
    run: async () => void (await runCheck(tally, name, command)),
  });
  return [
    // One checker a project: several check what both need twice, which is more than double the work.
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
  // Two at a time: the slowest two are the compiler and the lint that asks it.
  await runInLanes(listChecks(tally), 2);
  closeTally(tally);
}
