import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CATEGORIES, type Category, LANGUAGES, SYMBOL_PATTERN } from '@rasat/contract';
import { type CalendarMarket, type CalendarName, CURRENT_CALENDARS } from '@rasat/engine';
import { FILE_FORMATS, type FileFormat } from '../connectors/files/formats.ts';
import { StartError } from '../platform/start-error.ts';
import type { Command } from './command.ts';

/** Parsed words after a command's name. */
export interface CommandLine {
  readonly words: readonly string[];
  /** Returns whether a switch is set. */
  has(name: string): boolean;
  /** Returns the text of an option, or undefined. */
  find(name: string): string | undefined;
  /** Returns the text of an option; throws `StartError` when it is missing. */
  get(name: string): string;
}

/** Description of the words that a command takes. */
interface CommandShape extends Pick<Command, 'usage' | 'summary'> {
  readonly name: string;
  /** Explanation of further options, printed when the words are wrong. */
  readonly details?: string;
  /** Number of words besides the options. Default one. */
  readonly wordCount?: number;
  /** One word besides the options that may be left out; then `wordCount` has no meaning. */
  readonly word?: string;
  /** Options that have a value. */
  readonly values?: readonly string[];
  /** Options without a value. */
  readonly switches?: readonly string[];
  run(this: void, line: CommandLine): Promise<number>;
}

/**
 * Creates a command whose `run` receives the parsed words. Wrong words throw `StartError` with one sentence and the
 * usage.
 */
export function command({ run, ...shape }: CommandShape): Command {
  const { usage, summary } = shape;
  return { usage, summary, run: async (args) => run(readCommandLine(args, shape)) };
}

function readCommandLine(args: readonly string[], shape: Omit<CommandShape, 'run'>): CommandLine {
  const { name, details = '', wordCount = 1 } = shape;
  const usage = `${name} ${shape.usage}${details}`.trimEnd();
  const options: ParseArgsOptionsConfig = {};
  for (const value of shape.values ?? []) options[value] = { type: 'string' };
  for (const one of shape.switches ?? []) options[one] = { type: 'boolean' };
  const fail = (sentence: string): never => {
    throw new StartError(`${sentence}\nusage: npm run rasat -- ${usage}`);
  };
  const read = (): ReturnType<typeof parseArgs> => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      return fail((error as Error).message.split('. ')[0] ?? '');
    }
  };
  const { values, positionals } = read();
  const { word } = shape;
  if (word !== undefined) {
    if (positionals.length > 1 || (positionals[0] ?? word) !== word) {
      fail(`Expected "${word}" or nothing, found "${positionals.join(' ')}".`);
    }
  } else if (positionals.length !== wordCount) {
    const wanted = wordCount === 1 ? 'one word' : `${wordCount} words`;
    fail(`Expected ${wanted}, found ${positionals.length}.`);
  }
  const find = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    words: positionals,
    has: (option) => values[option] === true,
    find,
    get: (option) => find(option) ?? fail(`--${option} is missing.`),
  };
}

/** Returns the text as one of the given words. Throws `StartError` when it is none of them. */
export function oneOf<const T extends string>(name: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new StartError(`--${name} must be one of ${words.join(', ')}, not "${text}".`);
}

/** Reads `--symbol`. Throws `StartError`. */
export function readSymbol(line: CommandLine): string {
  const symbol = line.get('symbol');
  if (SYMBOL_PATTERN.test(symbol)) return symbol;
  throw new StartError(
    `--symbol must be 1 to 20 capitals, digits, dots or underscores, not "${symbol}".`,
  );
}

/** Reads `--category`. Throws `StartError`. */
export function readCategory(line: CommandLine): Category {
  return oneOf('category', line.get('category'), CATEGORIES);
}

/** Reads `--digits`. Throws `StartError`. */
export function readDigits(line: CommandLine): number {
  const text = line.get('digits');
  if (/^(\d|1[0-2])$/.test(text)) return Number(text);
  throw new StartError(`--digits must be a whole number from 0 to 12, not "${text}".`);
}

/** Options that give a name in one language each. */
export const NAME_OPTIONS = LANGUAGES.map((language) => `name-${language}` as const);

/** Values of `--calendar`: the markets that have one. */
export const CALENDAR_MARKETS = Object.keys(CURRENT_CALENDARS) as readonly CalendarMarket[];

/** Reads `--calendar` as the newest version of a market's calendar; undefined without it. Throws `StartError`. */
export function findCalendar(line: CommandLine): CalendarName | undefined {
  const text = line.find('calendar');
  return text === undefined
    ? undefined
    : CURRENT_CALENDARS[oneOf('calendar', text, CALENDAR_MARKETS)];
}

/** Reads `--format` and `--time-zone` as options of the file reader. Throws `StartError`. */
export function readFileOptions(line: CommandLine): { format?: FileFormat; timeZone?: string } {
  const format = line.find('format');
  const timeZone = line.find('time-zone');
  return {
    ...(format !== undefined && { format: oneOf('format', format, FILE_FORMATS) }),
    ...(timeZone !== undefined && { timeZone }),
  };
}
