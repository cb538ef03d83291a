import { LANGUAGES, type Language } from '@rasat/contract';
import { catalogue as az } from '../../web/src/i18n/az/index.ts';
import { catalogue as en } from '../../web/src/i18n/en/index.ts';
import { LATER } from '../../web/src/i18n/later.ts';
import { catalogue as tr } from '../../web/src/i18n/tr/index.ts';
import { WRITTEN } from '../course.ts';

/** All texts of a language by key, like `shell.nav.chart`. */
type Texts = ReadonlyMap<string, string>;

function collect(tree: object, at: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    const place = at === '' ? key : `${at}.${key}`;
    if (typeof value === 'string') into.set(place, value);
    else if (typeof value === 'object' && value !== null) collect(value, place, into);
  }
}

async function readTexts(language: Language): Promise<Texts> {
  const texts = new Map<string, string>();
  collect({ tr, az, en }[language], '', texts);
  for (const area of Object.values(LATER)) collect(await area[language](), '', texts);
  return texts;
}

/** The catalogues by language. */
const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (one) => [one, await readTexts(one)] as const)),
) as Readonly<Record<Language, Texts>>;

/** Returns a text of the catalogue with its values. Throws for an unknown key. */
export function textOf(
  language: Language,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = TEXTS[language].get(key);
  if (text === undefined) throw new RangeError(`no text ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** Letters in a row that a text needs for its language to be checked. */
const WORDS = /\p{L}{3}/u;
/** Letters that a language does not have. */
const FOREIGN: Readonly<Record<Language, RegExp>> = {
  tr: /[əƏ]/,
  az: /[wW]{3}/,
  en: /[ğĞışŞİəƏ]/,
};

const normal = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The fixed texts of a language, and the patterns of its texts with values. */
interface LanguageSigns {
  readonly fixed: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
  /** The patterns with enough letters to identify the language; a shorter one matches any text. */
  readonly distinctive: readonly RegExp[];
}

function readSigns(language: Language): LanguageSigns {
  const fixed = new Set<string>();
  const patterns: RegExp[] = [];
  const distinctive: RegExp[] = [];
  for (const text of TEXTS[language].values()) {
    if (!text.includes('{{')) {
      fixed.add(normal(text));
      continue;
    }
    const parts = normal(text).split(/\{\{\w+\}\}/);
    const letters = parts.join('').replace(/[^\p{L}]/gu, '').length;
    if (letters === 0) continue;
    const literal = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
    const pattern = new RegExp(`^${literal.join('.+?')}$`);
    patterns.push(pattern);
    if (letters >= 8) distinctive.push(pattern);
  }
  return { fixed, patterns, distinctive };
}

const SIGNS = Object.fromEntries(LANGUAGES.map((one) => [one, readSigns(one)])) as Readonly<
  Record<Language, LanguageSigns>
>;

const isOf = (text: string, fixed: ReadonlySet<string>, patterns: readonly RegExp[]): boolean =>
  fixed.has(text) || patterns.some((pattern) => pattern.test(text));

const KEYS = new Set([...TEXTS.tr.keys()].flatMap((key) => [key, key.slice(key.indexOf('.') + 1)]));

/** Parts of a text that show a missing value. */
const HOLES = ['undefined', 'NaN', '[object', '{{', '}}', 'Invalid Date', 'Infinity'];

/** Names and addresses of the people and the operator of the demonstration. */
const OWN_NAMES =
  /Demo (Üye|Öğrenci|Abone|Yönetici)|Kadıköy|İstanbul|Rasat Gösterim|Örnek Mahallesi/;

/** Whether a person entered the text; pages show it unchanged. */
const isEntered = (text: string): boolean =>
  OWN_NAMES.test(text) || Object.values(WRITTEN).some((written) => text.includes(written));

/**
 * Lists the faults of the texts of a page: keys and missing values, and texts of another language, recognised by its
 * catalogue or its letters. The caller leaves out texts that are marked as being in another language.
 */
export function listWrongTexts(said: readonly string[], language: Language): string[] {
  const wrong: string[] = [];
  const own = SIGNS[language];
  for (const text of new Set(said.map(normal))) {
    const hole = HOLES.find((one) => text.includes(one));
    if (hole !== undefined) wrong.push(`a hole (${hole}): ${text}`);
    else if (text.includes('.') && KEYS.has(text)) wrong.push(`a key: ${text}`);
    if (!WORDS.test(text) || isEntered(text) || isOf(text, own.fixed, own.patterns)) continue;
    const other = LANGUAGES.find(
      (one) => one !== language && isOf(text, SIGNS[one].fixed, SIGNS[one].distinctive),
    );
    if (other !== undefined) wrong.push(`${other} instead of ${language}: ${text}`);
    else if (FOREIGN[language].test(text)) wrong.push(`letters that ${language} has not: ${text}`);
  }
  return wrong;
}
