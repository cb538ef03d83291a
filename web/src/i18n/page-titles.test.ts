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

/** Pages whose title depends on their content, and the separate documents, which use the same texts. */
type Apart =
  | '/'
  | Extract<PagePath, `/info/${string}`>
  | '/record/find'
  | '/record/:seq'
  | '/dashboard/symbol/:symbol'
  | '/admin/people/:uid'
  | '/admin/orders/:number';

/** What the app writes as the title of every other page. */
async function titlesOf(
  language: Language,
): Promise<Readonly<Record<Exclude<PagePath, Apart>, string>>> {
  const { auth } = await LATER.auth[language]();
  const { dashboard } = await LATER.dashboard[language]();
  const { portfolio } = await LATER.portfolio[language]();
  const { predictor } = await LATER.predictor[language]();
  const { chart } = await LATER.chart[language]();
  const { messages } = await LATER.messages[language]();
  const { account } = await LATER.account[language]();
  const { mails } = await LATER.mails[language]();
  const { record } = await LATER.record[language]();
  const { admin } = await LATER.admin[language]();
  const { shell } = CATALOGUES[language];
  const office = (page: keyof typeof admin.nav): string => `${admin.nav[page]} · ${admin.title}`;
  return {
    '/dashboard': dashboard.title,
    '/dashboard/chart': chart.title,
    '/dashboard/messages': messages.title,
    '/dashboard/predictor/:type': `${predictor.title}, {type}`,
    '/dashboard/portfolio/:type': `${portfolio.title}, {type}`,
    '/record': record.short,
    '/mails': mails.title,
    '/offline': shell.noConnection.title,
    '/auth/register': auth.register.title,
    '/auth/login': auth.login.title,
    '/auth/forgot': auth.forgot.title,
    '/account': account.subscription.title,
    '/admin': admin.title,
    '/admin/people': office('people'),
    '/admin/orders': office('orders'),
    '/admin/questions': office('questions'),
    '/admin/homework': office('homework'),
    '/admin/lessons': office('lessons'),
    '/admin/messages': office('messages'),
    '/admin/prices': office('prices'),
    '/admin/symbols': office('symbols'),
    '/admin/feeds': office('feeds'),
    '/admin/site': office('site'),
    '/admin/audit': office('audit'),
  };
}

for (const language of LANGUAGES) {
  test(`served documents have the titles that the app writes: ${language}`, async () => {
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
