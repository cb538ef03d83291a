import { SYMBOL_PATTERN } from '@rasat/contract/settings';

/** One environment variable and its rules. */
export interface Setting<T> {
  readonly variable: string;
  /** Value when the variable is absent or empty. */
  readonly fallback: T;
  /** Completes the sentence "NAME must be ...". */
  readonly expected: string;
  readonly help: string;
  /** Whether its value is never printed. */
  readonly secret: boolean;
  /** Returns the value, or undefined when the text is not as expected. */
  parse(text: string): T | undefined;
}

/** Value of a setting; null where it has none. */
export type SettingValue = string | number | readonly string[] | null;

/** Settings by their names in the program. */
export type Settings = Readonly<Record<string, Setting<SettingValue>>>;

/** Values of settings, by the same names. */
export type Values<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

/** Rules for a value. */
export type Kind<T> = Pick<Setting<T>, 'expected' | 'parse'>;

/** Describes a setting; `fallback` is null for one that has no value until it is set. */
export function setting<T, F extends T | null>(
  variable: string,
  kind: Kind<T>,
  fallback: F,
  help: string,
  flags: { secret?: boolean } = {},
): Setting<T | F> {
  return { variable, fallback, help, secret: false, ...flags, ...kind };
}

/** Marks a setting whose value is never printed. */
export const secret = { secret: true };

/** Accepts any text. */
export const text: Kind<string> = { expected: 'a text', parse: (t) => t };

/** Accepts a whole number within limits. */
export function whole(min: number, max: number): Kind<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse: (t) => {
      const value = /^(0|[1-9]\d{0,14})$/.test(t) ? Number(t) : -1;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** Accepts one of several words. */
export function oneOf<const T extends string>(words: readonly T[]): Kind<T> {
  return {
    expected: `one of ${words.join(', ')}`,
    parse: (t) => words.find((word) => word === t),
  };
}

/** Accepts words of a list, separated by commas, each at most once. */
export function someOf<const T extends string>(words: readonly T[]): Kind<readonly T[]> {
  return {
    expected: `one or more of ${words.join(', ')}, separated by commas`,
    parse: (t) => {
      const parts = t.split(',').map((part) => part.trim());
      const found = words.filter((word) => parts.includes(word));
      return found.length === parts.length ? found : undefined;
    },
  };
}

/** Accepts symbols, separated by commas, each once; `like` completes "names of". */
export function symbolList(like: string, most: number): Kind<readonly string[]> {
  return {
    expected: `names of ${like}, separated by commas, at most ${most}`,
    parse: (t) => {
      const names = t.split(',').map((name) => name.trim());
      const isSound =
        names.length <= most &&
        new Set(names).size === names.length &&
        names.every((name) => SYMBOL_PATTERN.test(name));
      return isSound ? names : undefined;
    },
  };
}

/** Accepts a web address with one of the protocols, such as `https:`. */
export function address(protocols: readonly string[]): Kind<string> {
  return {
    expected: `an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    parse: (t) => (protocols.includes(URL.parse(t)?.protocol ?? '') ? t : undefined),
  };
}

/** Accepts the address of an HTTP service. */
export const http = address(['http:', 'https:']);
