import assert from 'node:assert/strict';
import test from 'node:test';
import {
  CATEGORIES,
  CATEGORY_TEXTS,
  LANGUAGES,
  type Language,
  MISSING_TEXTS,
  PAGE_TEXTS,
  type PagePath,
} from '@rasat/contract';
import { catalogue as az } from './az/index.ts';
import { catalogue as en } from './en/index.ts';
import { LATER } from './later.ts';
import { catalogue as tr } from './tr/index.ts';

const CATALOGUES = { tr, az, en } as const;

/** What the app writes as the title of pages whose document comes with one. */
async function titlesOf(language: Language): Promise<Partial<Record<PagePath, string>>> {
  const { auth } = await LATER.auth[language]();
  const { dashboard } = await LATER.dashboard[language]();
  const { portfolio } = await LATER.portfolio[language]();
  const { predictor } = await LATER.predictor[language]();
  const { chart } = await LATER.chart[language]();
  const { messages } = await LATER.messages[language]();
  const { account } = await LATER.account[language]();
  const { admin } = await LATER.admin[language]();
  return {
    '/dashboard': dashboard.title,
    '/dashboard/chart': chart.title,
    '/dashboard/messages': messages.title,
    '/dashboard/predictor/:type': `${predictor.title}, {type}`,
    '/dashboard/portfolio/:type': `${portfolio.title}, {type}`,
    '/auth/register': auth.register.title,
    '/auth/login': auth.login.title,
    '/auth/forgot': auth.forgot.title,
    '/account': account.subscription.title,
    '/admin': admin.title,
    '/admin/people': `${admin.nav.people} · ${admin.title}`,
    '/admin/orders': `${admin.nav.orders} · ${admin.title}`,
    '/admin/prices': `${admin.nav.prices} · ${admin.title}`,
    '/admin/symbols': `${admin.nav.symbols} · ${admin.title}`,
  };
}

for (const language of LANGUAGES) {
  test(`documents come with the titles that the app writes: ${language}`, async () => {
    for (const [path, title] of Object.entries(await titlesOf(language))) {
      assert.equal(PAGE_TEXTS[path as PagePath][language].title, title, path);
    }
    const { shell, words } = CATALOGUES[language];
    assert.equal(MISSING_TEXTS[language].title, shell.notFound.title);
    for (const category of CATEGORIES) {
      assert.equal(CATEGORY_TEXTS[category][language], words.category[category]);
    }
  });
}
