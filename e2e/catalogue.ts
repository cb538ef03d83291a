import assert from 'node:assert/strict';
import type { Language } from '@rasat/contract';
import { catalogue as az } from '../web/src/i18n/az/index.ts';
import { catalogue as en } from '../web/src/i18n/en/index.ts';
import { LATER } from '../web/src/i18n/later.ts';
import { catalogue as tr } from '../web/src/i18n/tr/index.ts';

const withLists = async <C extends object>(catalogue: C, language: Language) => ({
  ...catalogue,
  ...(await LATER.dashboard[language]()),
  ...(await LATER.portfolio[language]()),
  ...(await LATER.predictor[language]()),
});

/** The texts of all pages and of the lists, by language; `web/src/i18n/meanings.test.ts` tests their content. */
export const TEXTS = {
  tr: await withLists(tr, 'tr'),
  az: await withLists(az, 'az'),
  en: await withLists(en, 'en'),
} as const satisfies Record<Language, object>;

/** Returns a text with its values filled in. Fails for a missing value. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? assert.fail(`no value for ${name} of ${text}`)),
  );
}
