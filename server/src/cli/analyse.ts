import { CATEGORIES } from '@rasat/contract';
import {
  BASE_RESOLUTIONS,
  type BaseResolution,
  createEngine,
  type EngineEvent,
} from '@rasat/engine';
import { readBaseBars } from '../connectors/files/base-bars.ts';
import { BarFileError, type FileFormat } from '../connectors/files/formats.ts';
import { openBarFile } from '../connectors/files/open-bar-file.ts';
import { StartError } from '../platform/start-error.ts';
import { eventTuple, viewObject } from './analysis-output.ts';
import type { Command } from './command.ts';
import {
  oneOf,
  readCategory,
  readCommandLine,
  readDigits,
  readFileOptions,
  readSymbol,
} from './command-line.ts';

const USAGE = `FILE --symbol S --category ${CATEGORIES.join('|')} --digits N --base ${BASE_RESOLUTIONS.join('|')} [--all] [--format F] [--time-zone Z]`;

/**
 * `rasat analyse`: the engine over a file, as one JSON object on stdout; refused rows on stderr. Needs neither database nor
 * server.
 */
export const analyse: Command = {
  usage: USAGE,
  summary: 'what the engine says about a file, as JSON',
  async run(args) {
    const line = readCommandLine(args, {
      usage: `analyse ${USAGE}`,
      wordCount: 1,
      values: ['symbol', 'category', 'digits', 'base', 'format', 'time-zone'],
      switches: ['all'],
    });
    readSymbol(line);
    const digits = readDigits(line);
    const fx = readCategory(line) === 'forex';
    const base = oneOf('base', line.get('base'), BASE_RESOLUTIONS);
    try {
      const output = await analyseFile(line.words[0] ?? '', {
        rules: { base, fx, digits },
        all: line.has('all'),
        ...readFileOptions(line),
      });
      process.stdout.write(output);
      return 0;
    } catch (error) {
      if (error instanceof BarFileError) throw new StartError(error.message);
      throw error;
    }
  },
};

interface AnalyseOptions {
  readonly rules: { readonly base: BaseResolution; readonly fx: boolean; readonly digits: number };
  readonly all: boolean;
  readonly format?: FileFormat;
  readonly timeZone?: string;
}

async function analyseFile(path: string, options: AnalyseOptions): Promise<string> {
  const { rules, all } = options;
  const file = await openBarFile(path, options);
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
  return `{"events":[${tuples.join(',')}],"view":${JSON.stringify(viewObject(engine.view()))}}\n`;
}
