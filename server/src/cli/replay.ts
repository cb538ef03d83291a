import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CATEGORIES, SYMBOL_PATTERN } from '@rasat/contract';
import { resolutionMs, SOURCE_RESOLUTIONS, type SourceResolution } from '@rasat/engine';
import type { BarFileOptions } from '../connectors/files/formats.ts';
import { openBarFile } from '../connectors/files/open-bar-file.ts';
import {
  findReplay,
  findSymbol,
  insertReplay,
  REPLAY_CHANNEL,
  type Replay,
  type ReplayOptions,
  updateReplay,
} from '../modules/market/index.ts';
import { notify } from '../platform/db/notify.ts';
import type { Db } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import { createProgress } from '../progress.ts';
import { withContext } from './command.ts';
import {
  type CommandLine,
  command,
  oneOf,
  readCategory,
  readDigits,
  readFileOptions,
} from './command-line.ts';
import { Interrupted, withInterrupt } from './interrupt.ts';

const POLL_MS = 400;
/** A running server starts a replay at once, so a longer wait means that none runs. */
const ANSWER_MS = 6000;
const LONGEST_NAME = 18;

/** `rasat replay`: plays a file through the running server as the temporary symbol NAME.R. */
export const replay = command({
  name: 'replay',
  usage: `FILE --speed N [--symbol S] [--category ${CATEGORIES.join('|')}] [--digits N] [--resolution ${SOURCE_RESOLUTIONS.join('|')}] [--format F] [--time-zone Z]`,
  summary: 'a file played by the running server as S.R',
  values: ['speed', 'symbol', 'category', 'digits', 'resolution', 'format', 'time-zone'],
  async run(line) {
    const file = path.resolve(line.words[0] ?? '');
    const speed = readSpeed(line);
    const name = readName(line, file);
    return withInterrupt((signal) =>
      withContext(async ({ db }) => {
        const options = await readOptions(db, line, file, name);
        return play(db, { symbol: `${name}.R`, file, options, speed }, signal);
      }),
    );
  },
});

function readSpeed(line: CommandLine): number {
  const speed = Number(line.get('speed'));
  if (speed > 0 && speed <= 1e9) return speed;
  throw new StartError('--speed must be a number above 0: how many times as fast as the market.');
}

/** Returns the symbol from the option, or from the name of the file or its folder. */
function readName(line: CommandLine, file: string): string {
  const given = line.find('symbol');
  const candidates = given === undefined ? namesOf(file) : [given];
  const name = candidates.find((one) => SYMBOL_PATTERN.test(one) && one.length <= LONGEST_NAME);
  if (name !== undefined) return name;
  throw new StartError(
    `--symbol must be 1 to ${LONGEST_NAME} capitals, digits, dots or underscores.`,
  );
}

function namesOf(file: string): string[] {
  const words = [path.basename(file), path.basename(path.dirname(file))];
  return words
    .map((word) => (word.split('.')[0] ?? '').toUpperCase())
    .filter((w) => /[A-Z]{3}/.test(w));
}

/** Reads the options of the replay. Category and digits default to those of a listed symbol of that name. */
async function readOptions(
  db: Db,
  line: CommandLine,
  file: string,
  name: string,
): Promise<ReplayOptions> {
  const known = await findSymbol(db, name);
  const category = line.find('category') ? readCategory(line) : known?.series.category;
  const digits = line.find('digits') ? readDigits(line) : known?.series.digits;
  if (category === undefined || digits === undefined) {
    throw new StartError(`${name} is not listed, so --category and --digits have to be given.`);
  }
  const reading: BarFileOptions = { ...readFileOptions(line), digits };
  const { stepMs } = await openBarFile(file, reading);
  const asked = line.find('resolution');
  return {
    category,
    digits,
    resolution:
      asked === undefined ? resolutionOf(stepMs) : oneOf('resolution', asked, SOURCE_RESOLUTIONS),
    timeZone: reading.timeZone ?? null,
    format: reading.format ?? null,
  };
}

function resolutionOf(stepMs: number): SourceResolution {
  if (stepMs <= resolutionMs['15']) return '15';
  return stepMs <= resolutionMs['60'] ? '60' : '1D';
}

async function play(
  db: Db,
  asked: Pick<Replay, 'symbol' | 'file' | 'options' | 'speed'>,
  signal: AbortSignal,
): Promise<number> {
  const id = await insertReplay(db, asked);
  const progress = createProgress(asked.symbol, process.stderr);
  let askedMs = 0;
  try {
    await notify(db, REPLAY_CHANNEL);
    for (;;) {
      const row = await findReplay(db, id);
      if (!row) throw new StartError('The replay is gone.');
      if (row.state === 'asked' && askedMs > ANSWER_MS) {
        await updateReplay(db, id, { state: 'ended', detail: 'No server took it up.' });
        throw new StartError('No server is running that could play it; start one with npm start.');
      }
      if (row.state !== 'asked' && row.state !== 'playing') return finish(row);
      if (row.total > 0) progress.show(row.played / row.total);
      await pause(POLL_MS, undefined, { signal });
      if (row.state === 'asked') askedMs += POLL_MS;
      await updateReplay(db, id, 'watched');
    }
  } catch (error) {
    if (!signal.aborted || !(signal.reason instanceof Interrupted)) throw error;
    await updateReplay(db, id, { state: 'ended', detail: 'Stopped by the command.' });
    progress.leave();
    const row = await findReplay(db, id);
    process.stderr.write(`Stopped after ${row?.played ?? 0} of ${row?.total ?? 0} bars.\n`);
    return 130;
  } finally {
    progress.leave();
  }
}

function finish({ state, symbol, played, total, detail }: Replay): number {
  if (state === 'failed') throw new StartError(detail ?? 'The replay failed.');
  process.stdout.write(
    state === 'done'
      ? `${symbol}: ${played} bars played, ${detail ?? ''}; it stays listed for an hour\n`
      : `${symbol}: ended after ${played} of ${total} bars. ${detail ?? ''}\n`,
  );
  return state === 'done' ? 0 : 1;
}
