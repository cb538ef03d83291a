import { ENGINE_VERSION } from '@rasat/engine';
import { checkBuild } from '../modules/record/index.ts';
import { type BuildCheck, type BuildRow, listBuilds } from '../modules/signals/index.ts';
import { type EngineBuild, readEngineBuild } from '../platform/engine-build.ts';
import { withContext } from './command.ts';
import { command } from './command-line.ts';
import { withInterrupt } from './interrupt.ts';

/**
 * `rasat build`: prints the build of this program and the registered ones. With `--check` it computes every published
 * row of the engine's version again and stores the result, so that a server of this build need not repeat it; exits
 * with 1 when the build does not reproduce them. Progress goes to stderr, the result to stdout.
 */
export const build = command({
  name: 'build',
  usage: '[--check]',
  summary: "prints the engine's build; or checks that it reproduces what was published",
  wordCount: 0,
  switches: ['check'],
  async run(line) {
    const own = await readEngineBuild();
    return withInterrupt((signal) =>
      withContext(async ({ db, clock }) => {
        process.stdout.write(describeBuilds(own, await listBuilds(db)));
        if (!line.has('check')) return 0;
        const check = await checkBuild(db, own, { clock, signal, onProgress: showProgress });
        if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
        process.stdout.write(describeCheck(check));
        return check.differences === 0 ? 0 : 1;
      }),
    );
  },
});

function showProgress(symbol: string, done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done}/${total} ${symbol}`);
}

function describeBuilds({ hash, node }: EngineBuild, builds: readonly BuildRow[]): string {
  const isNewest = builds.at(-1)?.detail.build === hash;
  const lines = builds.map(({ seq, createdAt, detail }) => {
    const { version, reproduced } = detail;
    const how = reproduced
      ? `reproduced ${reproduced.rows} rows and ${reproduced.outcomes} outcomes`
      : 'first of its version';
    return `  row ${seq}, ${new Date(createdAt).toISOString()}: version ${version}, ${detail.build}, ${how}`;
  });
  return [
    `version ${ENGINE_VERSION}, build ${hash}, Node ${node}`,
    isNewest ? 'it is the newest registered build' : 'it is not the newest registered build',
    builds.length === 0 ? 'no build is registered' : 'registered builds:',
    ...lines,
    '',
  ].join('\n');
}

function describeCheck({ rows, outcomes, through, differences, firstDifference }: BuildCheck) {
  const what = `${rows} rows and ${outcomes} outcomes up to row ${through} were computed again`;
  const result =
    differences === 0
      ? 'the build reproduces them'
      : `the build does not reproduce ${differences} of them: ${firstDifference}`;
  return `${what}\n${result}\n`;
}
