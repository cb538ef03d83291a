import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CATEGORIES, type Category, LANGUAGES, SYMBOL_PATTERN } from '@rasat/contract';
import { CALENDARS, type CalendarName } from '@rasat/engine';
import { FILE_FORMATS, type FileFormat } from '../connectors/files/formats.ts';
import { StartError } from '../platform/start-error.ts';

/** The words after a command's name, taken apart. */
export interface CommandLine {
  readonly words: readonly string[];
  /** Whether a switch is set. */
  has(name: string): boolean;
  /** An option's text, or undefined. */
  find(name: string): string | undefined;
  /** An option's text; throws `StartError` when it is missing. */
  get(name: string): string;
}

/**
 * Takes the words of a command apart: `values` name the options that have one, `switches` those that have none. Exactly
 * `wordCount` words must be left. Throws `StartError` with one sentence and the usage.
 */
export function readCommandLine(
  args: readonly string[],
  shape: {
    readonly usage: string;
    readonly wordCount: number;
    readonly values?: readonly string[];
    readonly switches?: readonly string[];
  },
): CommandLine {
  const options: ParseArgsOptionsConfig = {};
  for (const name of shape.values ?? []) options[name] = { type: 'string' };
  for (const name of shape.switches ?? []) options[name] = { type: 'boolean' };
  const fail = (sentence: string): never => {
    throw new StartError(`${sentence}\nusage: npm run rasat -- ${shape.usage}`);
  };
  const read = (): ReturnType<typeof parseArgs> => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      return fail((error as Error).message.split('. ')[0] ?? '');
    }
  };
  const { values, positionals } = read();
  if (positionals.length !== shape.wordCount) {
    const wanted = shape.wordCount === 1 ? 'one file' : `${shape.wordCount} words`;
    fail(`Expected ${wanted}, found ${positionals.length}.`);
  }
  const find = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    words: positionals,
    has: (name) => values[name] === true,
    find,
    get: (name) => find(name) ?? fail(`--${name} is missing.`),
  };
}

/** A text that must be one of some words. Throws `StartError`. */
export function oneOf<const T extends string>(name: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new StartError(`--${name} must be one of ${words.join(', ')}, not "${text}".`);
}

/** `--symbol`. Throws `StartError`. */
export function readSymbol(line: CommandLine): string {
  const symbol = line.get('symbol');
  if (SYMBOL_PATTERN.test(symbol)) return symbol;
  throw new StartError(
    `--symbol must be 1 to 20 capitals, digits, dots or underscores, not "${symbol}".`,
  );
}

/** `--category`. Throws `StartError`. */
export function readCategory(line: CommandLine): Category {
  return oneOf('category', line.get('category'), CATEGORIES);
}

/** `--digits`. Throws `StartError`. */
export function readDigits(line: CommandLine): number {
  const text = line.get('digits');
  if (/^(\d|1[0-2])$/.test(text)) return Number(text);
  throw new StartError(`--digits must be a whole number from 0 to 12, not "${text}".`);
}

/** The options that name something in one language. */
export const NAME_OPTIONS = LANGUAGES.map((language) => `name-${language}` as const);

/** `--calendar`, or undefined. Throws `StartError`. */
export function findCalendar(line: CommandLine): CalendarName | undefined {
  const text = line.find('calendar');
  return text === undefined ? undefined : oneOf('calendar', text, CALENDARS);
}

/** `--format` and `--time-zone` as the file reader wants them. Throws `StartError`. */
export function readFileOptions(line: CommandLine): { format?: FileFormat; timeZone?: string } {
  const format = line.find('format');
  const timeZone = line.find('time-zone');
  return {
    ...(format !== undefined && { format: oneOf('format', format, FILE_FORMATS) }),
    ...(timeZone !== undefined && { timeZone }),
  };
}
