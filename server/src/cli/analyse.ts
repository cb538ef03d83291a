import { CATEGORIES } from '@rasat/contract';
import {
  BASE_RESOLUTIONS,
  createEngine,
  type EngineEvent,
  type EngineOptions,
} from '@rasat/engine';
import type { BarFile } from '../connectors/connector.ts';
import { readBaseBars } from '../connectors/files/base-bars.ts';
import { openBarFile } from '../connectors/files/open-bar-file.ts';
import { eventTuple, viewObject } from './analysis-output.ts';
import {
  command,
  oneOf,
  readCategory,
  readDigits,
  readFileOptions,
  readSymbol,
} from './command-line.ts';

/**
 * `rasat analyse`: runs the engine over a file. One JSON object goes to stdout, refused rows to stderr. Needs neither
 * database nor server.
 */
export const analyse = command({
  name: 'analyse',
  usage: `FILE --symbol S --category ${CATEGORIES.join('|')} --digits N --base ${BASE_RESOLUTIONS.join('|')} [--all] [--format F] [--time-zone Z]`,
  summary: 'what the engine says about a file, as JSON',
  values: ['symbol', 'category', 'digits', 'base', 'format', 'time-zone'],
  switches: ['all'],
  async run(line) {
    readSymbol(line);
    const digits = readDigits(line);
    const category = readCategory(line);
    const base = oneOf('base', line.get('base'), BASE_RESOLUTIONS);
    const file = await openBarFile(line.words[0] ?? '', readFileOptions(line));
    process.stdout.write(
      await analyseFile(
        file,
        { base, fx: category === 'forex', digits, category },
        line.has('all'),
      ),
    );
    return 0;
  },
});

async function analyseFile(file: BarFile, rules: EngineOptions, all: boolean): Promise<string> {
  const engine = createEngine(rules);
  const tuples: string[] = [];
  let sink: EngineEvent[] = [];
  for await (const row of readBaseBars(file, rules.base, rules.fx)) {
    if (!('bar' in row)) {
      process.stderr.write(`line ${row.line}: ${row.refusal}: ${row.text}\n`);
      continue;
    }
    const { openTimeMs, open, high, low, close, volume } = row.bar;
    const refusal = engine.step(openTimeMs, open, high, low, close, volume, sink);
    if (refusal !== null) process.stderr.write(`line ${row.line}: ${refusal}\n`);
    for (const event of sink) {
      const tuple = eventTuple(event, all);
      if (tuple) tuples.push(JSON.stringify(tuple));
    }
    sink = [];
  }
  return `{"events":[${tuples.join(',')}],"view":${JSON.stringify(viewObject(engine.view(), engine.touchNow()))}}\n`;
}
