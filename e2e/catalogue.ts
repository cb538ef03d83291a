import assert from 'node:assert/strict';
import type { Language } from '@rasat/contract';
import { dashboard as azDashboard } from '../web/src/i18n/az/dashboard.ts';
import { catalogue as az } from '../web/src/i18n/az/index.ts';
import { portfolio as azPortfolio } from '../web/src/i18n/az/portfolio.ts';
import { predictor as azPredictor } from '../web/src/i18n/az/predictor.ts';
import { dashboard as enDashboard } from '../web/src/i18n/en/dashboard.ts';
import { catalogue as en } from '../web/src/i18n/en/index.ts';
import { portfolio as enPortfolio } from '../web/src/i18n/en/portfolio.ts';
import { predictor as enPredictor } from '../web/src/i18n/en/predictor.ts';
import { dashboard as trDashboard } from '../web/src/i18n/tr/dashboard.ts';
import { catalogue as tr } from '../web/src/i18n/tr/index.ts';
import { portfolio as trPortfolio } from '../web/src/i18n/tr/portfolio.ts';
import { predictor as trPredictor } from '../web/src/i18n/tr/predictor.ts';

/** The texts of every page and of the lists, by language. What they say is pinned by `web/src/i18n/meanings.test.ts`. */
export const TEXTS = {
  tr: { ...tr, dashboard: trDashboard, portfolio: trPortfolio, predictor: trPredictor },
  az: { ...az, dashboard: azDashboard, portfolio: azPortfolio, predictor: azPredictor },
  en: { ...en, dashboard: enDashboard, portfolio: enPortfolio, predictor: enPredictor },
} as const satisfies Record<Language, object>;

/** A text with its values in the place of their marks; fails for a value that is missing. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? assert.fail(`no value for ${name} of ${text}`)),
  );
}
