import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { LANGUAGES, type Language, PAGE_TEXTS } from '@rasat/contract';
import { catalogue as az } from './az/index.ts';
import { catalogue as en } from './en/index.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import { LATER } from './later.ts';
import { catalogue as tr } from './tr/index.ts';

async function readTexts(language: Language): Promise<ReadonlyMap<string, string>> {
  const areas = await Promise.all(Object.values(LATER).map((area) => area[language]()));
  const found = new Map<string, string>();
  const walk = (tree: object, at: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      const place = at === '' ? key : `${at}.${key}`;
      if (typeof value === 'string') found.set(place, value);
      else walk(value as object, place);
    }
  };
  for (const tree of [{ tr, az, en }[language], ...areas]) walk(tree, '');
  walk(FRAME_TEXTS[language], 'frame');
  for (const [page, texts] of Object.entries(PAGE_TEXTS)) walk(texts[language], `head ${page}`);
  return found;
}

const TEXTS = {
  tr: await readTexts('tr'),
  az: await readTexts('az'),
  en: await readTexts('en'),
} as const;

/** The visible part of a text: without placeholders, markup and linked titles. */
const plain = (text: string) =>
  text.replace(/\{\{[^}]*\}\}|\{\w+\}/g, ' ').replace(/<(\w+)>[^<]*<\/\1>/g, ' ');

/** The texts of a language that break a rule, as lines. */
function faults(language: Language, isWrong: (text: string, key: string) => boolean): string[] {
  return [...TEXTS[language]]
    .filter(([key, text]) => isWrong(text, key))
    .map(([key, text]) => `${language} ${key}: ${text}`);
}

const GLOSSARY = readFileSync(
  path.resolve(import.meta.dirname, '../../../docs/glossary.md'),
  'utf8',
);

/** The words of the glossary that must not occur in a language. */
function forbidden(language: Language): RegExp[] {
  const section = GLOSSARY.split('## Words that do not occur')[1] ?? '';
  const row = new RegExp(`^\\| ${language} \\| (.+) \\|$`, 'm').exec(section)?.[1] ?? '';
  return row.split(', ').map((word) => {
    const begin = word.replace('*', '').replace(/[.]/g, '\\.');
    const end = word.endsWith('*') ? '' : '(?![\\p{L}\\p{N}-])';
    return new RegExp(`(?<![\\p{L}\\p{N}-])${begin}${end}`, 'iu');
  });
}

/** The agreed texts of errors, and the title of a text. */
const AGREED = /^errors\.|^frame\.agreement$|^head \/info\/agreement\.title$/;

for (const language of LANGUAGES) {
  test(`${language}: no word that the glossary forbids`, () => {
    const words = forbidden(language);
    assert.ok(words.length > 15, `${words.length} words`);
    const found = faults(
      language,
      (text, key) => !AGREED.test(key) && words.some((word) => word.test(plain(text))),
    );
    assert.deepEqual(found, []);
  });

  test(`${language}: quotes, apostrophes and ellipses are typographic, and no text is in capitals`, () => {
    assert.deepEqual(
      faults(language, (text) =>
        /["'`]|\.\.\.|--|—| {2}|!/.test(plain(text).trim().replace(/ {2,}/g, ' ')),
      ),
      [],
    );
    const names = new Set(['NASDAQ', 'BIST', 'JSON', 'KVKK', 'JPEG', 'EURUSD', 'THYAO', 'BTCUSD']);
    assert.deepEqual(
      faults(language, (text) =>
        (plain(text).match(/(?<![\p{L}\p{N}])\p{Lu}{4,}(?![\p{L}\p{N}])/gu) ?? []).some(
          (word) => !names.has(word),
        ),
      ),
      [],
    );
  });

  test(`${language}: the percent sign is where the language has it`, () => {
    const right = { tr: /(?<!\d[\s\u00a0]?)%(?=\d)/g, az: /(?<=\d\u00a0)%/g, en: /(?<=\d)%/g }[
      language
    ];
    assert.deepEqual(
      faults(language, (text) => text.replace(right, '').includes('%')),
      [],
    );
  });

  test(`${language}: each counted text has exactly the plural forms of the language`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const counted = new Map<string, string[]>();
    for (const key of TEXTS[language].keys()) {
      const [, base, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
      if (base && form) counted.set(base, [...(counted.get(base) ?? []), form]);
    }
    assert.ok(counted.size > 20, `${counted.size} counted texts`);
    for (const [base, has] of counted) assert.deepEqual(has.toSorted(), forms, base);
  });
}

/** A unit directly after its figure, which is not a suffix. */
const UNIT = /^chart\.status\.daysAnd$/;

test('no suffix follows an inserted value, since its last sound is unknown', () => {
  for (const language of ['tr', 'az'] as const) {
    assert.deepEqual(
      faults(language, (text, key) => /\}\}[’'-]?\p{L}/u.test(text) && !UNIT.test(key)),
      [],
    );
  }
});

test('an English noun after a number has a singular form', () => {
  /** Texts whose number is constant and more than one. */
  const always = /^(auth\.forgot\.codeText|favorites\.full)$/;
  assert.deepEqual(
    faults(
      'en',
      (text, key) =>
        /\{\{count\}\} [a-z]+s\b/.test(text) && !key.endsWith('_other') && !always.test(key),
    ),
    [],
  );
});

/** Names, codes, units and words that the languages share. */
const SHARED = new Set(
  (
    'Telegram|UID|App Store|Google Play|New York|Frankfurt|iyzico|PDF|CSV|JSON|English|Türkçe|Azərbaycanca|Hayyam|Crystal|' +
    'Crystal seer|Seer|TP|TP1|TP2|SL|ATR|R|2R|n|α|Forex|BIST|NASDAQ|Panel|Platform|Video|Program|Rasat|Risk (1 R)|Net R|Kod|Test|' +
    'Gann|Rasat, R|Borsa İstanbul|Video {{number}}|Disk|video|platform|Node.js'
  ).split('|'),
);

test('no text is left in English', () => {
  for (const language of ['tr', 'az'] as const) {
    assert.deepEqual(
      faults(language, (text, key) => {
        const words = plain(text).replace(/Europe\/Istanbul|[^\p{L}]+/gu, '');
        return text === TEXTS.en.get(key) && words.length > 3 && !SHARED.has(text);
      }),
      [],
    );
  }
});

test('Azerbaijani has no letters of Turkish', () => {
  assert.deepEqual(
    faults('az', (text) =>
      /[âîûw]/i.test(
        plain(text).replace(/WebM|WebP|New|TradingView|tradingview|Lightweight|www|webm/g, ''),
      ),
    ),
    [],
  );
});

/** Texts about prices and their changes: they must not predict. */
const TOLD =
  /^(symbol|chance|record|recordRows|why|signal|chart|predictor|portfolio|dashboard|words)\./;

test('texts about prices promise nothing', () => {
  const future = {
    tr: /(?:ecek|acak)(?:tır|tir|sınız|siniz)?[.!]/,
    az: /(?:əcək|acaq)(?:dır|dir|sınız|siniz)?[.!]/,
    en: /\bwill\b/,
  };
  for (const language of LANGUAGES) {
    assert.deepEqual(
      faults(language, (text, key) => TOLD.test(key) && future[language].test(text)),
      [],
    );
  }
});
