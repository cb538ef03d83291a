import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Language } from '@rasat/contract';
import { screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { Chance, ChanceMark, useSetCaption } from './chance.tsx';
import type { ChanceSet, ChanceState } from './chance-state.ts';

// In Istanbul, now is Wednesday, 25 November 2026, 17:20.
const NOW = Date.UTC(2026, 10, 25, 14, 20);
const CLOSE = Date.UTC(2026, 10, 25, 14);
const FRIDAY = Date.UTC(2026, 10, 27, 18);
const SUNDAY = Date.UTC(2026, 10, 22);
const chance = (value: number, of: 'now' | 'published' = 'now'): ChanceState => ({
  state: 'chance',
  chance: value,
  untilMs: FRIDAY,
  of,
  atMs: of === 'now' ? CLOSE : SUNDAY,
});

/** What the eye sees, and what a screen reader says. */
async function read(t: TestContext, state: ChanceState, language: Language, level = '1,1450') {
  await show(t, <Chance state={state} level={level} nowMs={NOW} />, { language });
  const [seen, said] = document.querySelectorAll('span > span');
  assert.equal(seen?.getAttribute('aria-hidden'), 'true');
  assert.equal(said?.className, 'sr-only');
  return [seen?.textContent, said?.textContent];
}

const CHANCES: readonly (readonly [Language, ChanceState, string, string])[] = [
  [
    'tr',
    chance(0.3),
    '%30',
    'Fiyatın Cuma 21:00’e kadar 1,1450 seviyesine dokunma olasılığı: %30; şimdi, 17:00 kapanışına göre',
  ],
  [
    'az',
    chance(0.3),
    '30\u00a0%',
    'Qiymətin cümə günü 21:00-dək 1,1450 səviyyəsinə toxunma ehtimalı: 30\u00a0%; indi, 17:00 bağlanışına görə',
  ],
  [
    'en',
    chance(0.3),
    '30%',
    'Chance that price reaches 1.1450 before Friday 21:00: 30%; now, by the 17:00 close',
  ],
  [
    'tr',
    chance(0.2604, 'published'),
    '%26',
    'Fiyatın Cuma 21:00’e kadar 1,1450 seviyesine dokunma olasılığı: %26; Paz 03:00 hesaplandı',
  ],
  [
    'az',
    chance(0.2604, 'published'),
    '26\u00a0%',
    'Qiymətin cümə günü 21:00-dək 1,1450 səviyyəsinə toxunma ehtimalı: 26\u00a0%; B. 03:00 hesablanıb',
  ],
  [
    'en',
    chance(0.2604, 'published'),
    '26%',
    'Chance that price reaches 1.1450 before Friday 21:00: 26%; computed Sun 03:00',
  ],
];
for (const [language, state, seen, said] of CHANCES) {
  const of = state.state === 'chance' ? state.of : '';
  test(`${language}: a chance is a whole number with its moments (${of})`, async (t) => {
    const level = language === 'en' ? '1.1450' : '1,1450';
    assert.deepEqual(await read(t, state, language, level), [seen, said]);
  });
}

const SHORT: readonly (readonly [ChanceState, tr: string, az: string, en: string])[] = [
  [chance(0.0099), '%1’den az', '1\u00a0%-dən az', 'under 1%'],
  [chance(0.9901), '%99’dan çok', '99\u00a0%-dən çox', 'over 99%'],
  [
    { state: 'reached', atMs: Date.UTC(2026, 10, 24, 9) },
    'görüldü, Sal 12:00',
    'çatdı, Ç.a. 12:00',
    'reached Tue 12:00',
  ],
  [{ state: 'reached', atMs: null }, 'önceden görüldü', 'əvvəlcədən çatıb', 'reached before'],
  [{ state: 'closed', untilMs: FRIDAY }, 'piyasa kapalı', 'bazar bağlıdır', 'market closed'],
  [{ state: 'over', untilMs: SUNDAY }, 'görülmedi', 'çatmadı', 'not reached'],
  [
    { state: 'due', untilMs: SUNDAY },
    'son mum bekleniyor',
    'son şam gözlənilir',
    'waiting for the last candle',
  ],
  [
    { state: 'none', reason: 'history' },
    'geçmiş yeterli değil',
    'tarixçə kifayət etmir',
    'not enough history',
  ],
  [
    { state: 'none', reason: 'far' },
    '8 piyasa haftasından uzak',
    '8 bazar həftəsindən uzaqdır',
    'beyond 8 market weeks',
  ],
];
for (const [at, [state, ...texts]] of SHORT.entries()) {
  for (const [i, language] of (['tr', 'az', 'en'] as const).entries()) {
    test(`${language}: ${state.state} is told in a few words (${at})`, async (t) => {
      const [seen, said] = await read(t, state, language);
      assert.equal(seen, texts[i]);
      assert.match(said ?? '', /1,1450/, 'the sentence names the level');
      assert.doesNotMatch(said ?? '', /(?<!\d)0\s?%|%0(?!\d)|100/, 'never 0 or 100 %');
    });
  }
}

test('the sentences of levels without a chance name their moment or their reason', async (t) => {
  const sentence = async (state: ChanceState, language: Language = 'tr') =>
    (await read(t, state, language))[1];
  assert.equal(
    await sentence({ state: 'closed', untilMs: FRIDAY }),
    '1,1450 seviyesi için olasılık hesaplanmadı: Cuma 21:00’e kadar işlem yok',
  );
  assert.equal(
    await sentence({ state: 'over', untilMs: SUNDAY }, 'az'),
    'Qiymət 22 noyabr 03:00-dək 1,1450 səviyyəsinə çatmadı',
  );
  assert.equal(
    await sentence({ state: 'reached', atMs: Date.UTC(2026, 10, 24, 9) }, 'en'),
    '1,1450 was reached Tue 12:00',
  );
  assert.equal(
    await sentence({ state: 'none', reason: 'far' }, 'en'),
    'No chance for 1,1450: beyond 8 market weeks',
  );
});

test('a chance has no colour of gain or loss, and with an explanation it is a button', async (t) => {
  let asked = 0;
  const part = (state: ChanceState) => (
    <Chance state={state} level="1,1450" nowMs={NOW} onWhy={() => (asked += 1)} />
  );
  const { user, again } = await show(t, part(chance(0.3)));
  const button = screen.getByRole('button', {
    name: /^Fiyatın Cuma 21:00’e kadar 1,1450 .* %30; .*\. Neden bu olasılık$/,
  });
  assert.doesNotMatch(document.body.innerHTML, /text-(?:up|down)|bg-(?:up|down)/);
  await user.click(button);
  assert.equal(asked, 1);
  again(part({ state: 'closed', untilMs: FRIDAY }));
  assert.equal(screen.queryByRole('button'), null, 'what has no chance has no explanation of one');
});

test('a narrow place keeps the time of a reached level for the sentence', async (t) => {
  const state: ChanceState = { state: 'reached', atMs: Date.UTC(2026, 10, 24, 9) };
  await show(t, <Chance brief state={state} level="1,1450" nowMs={NOW} />);
  assert.equal(document.querySelector('[aria-hidden]')?.textContent, 'görüldü');
  assert.ok(screen.getByText('1,1450 seviyesi Sal 12:00 görüldü'));
});

const setOf = (more: Partial<ChanceSet>): ChanceSet => ({
  phase: 'open',
  untilMs: FRIDAY,
  atMs: CLOSE,
  trial: false,
  stateOf: () => ({ state: 'none', reason: 'history' }),
  ...more,
});

function Caption({ set }: { readonly set: ChanceSet }) {
  return (
    <p>
      {useSetCaption(NOW)(set)} | <ChanceMark set={set} nowMs={NOW} />
    </p>
  );
}

const CAPTIONS: readonly (readonly [Language, Partial<ChanceSet>, string])[] = [
  ['tr', {}, 'Dokunma olasılığı, Cuma 21:00’e kadar | şimdi, 17:00 kapanışı'],
  ['az', {}, 'Toxunma ehtimalı, cümə günü 21:00-dək | indi, 17:00 bağlanışı'],
  ['en', {}, 'Chance of touch before Friday 21:00 | now, 17:00 close'],
  ['tr', { trial: true }, 'Dokunma olasılığı, Cuma 21:00’e kadar | şimdi, 17:00 kapanışıdeneme'],
  ['az', { trial: true, atMs: null }, 'Toxunma ehtimalı, cümə günü 21:00-dək | sınaq'],
  ['en', { trial: true, atMs: null }, 'Chance of touch before Friday 21:00 | trial'],
  ['tr', { phase: 'closed' }, 'Dokunma olasılığı hesaplanmadı: Cuma 21:00’e kadar işlem yok. | '],
  [
    'az',
    { phase: 'closed' },
    'Toxunma ehtimalı hesablanmayıb: cümə günü 21:00-dək ticarət yoxdur. | ',
  ],
  ['en', { phase: 'closed' }, 'Chance of touch not computed: no trading before Friday 21:00. | '],
  ['tr', { phase: 'over', untilMs: SUNDAY }, 'Dokunma olasılığının süresi doldu: Paz 03:00 | '],
  [
    'en',
    { phase: 'due', untilMs: SUNDAY },
    'The chance of touch has ended; the last candle is awaited. | ',
  ],
  [
    'tr',
    { phase: 'history', untilMs: null },
    'Dokunma olasılığı yok: hesaplanacağı anda geçmiş yeterli değildi. | ',
  ],
  ['az', { phase: 'far' }, 'Toxunma ehtimalı yoxdur: müddət 8 bazar həftəsindən uzundur. | '],
];
for (const [language, more, text] of CAPTIONS) {
  test(`${language}: the caption of a set (${JSON.stringify(more)}) says until when, or why not`, async (t) => {
    await show(t, <Caption set={setOf(more)} />, { language });
    assert.equal(document.querySelector('p')?.textContent, text);
  });
}

test('the texts of chances have no word that promises or sells', async () => {
  const banned = {
    tr: /tahmin|isabet|doğruluk|sinyal|kazan|kâr\b/i,
    az: /proqnoz|dəqiqlik|siqnal|qazanc|mənfəət/i,
    en: /accura|predict|signal|win rate|profit|proved|proven/i,
  };
  for (const language of ['tr', 'az', 'en'] as const) {
    const [{ chance: own }, { why }] = await Promise.all([
      import(`../i18n/${language}/chance.ts`),
      import(`../i18n/${language}/why.ts`),
    ]);
    const texts = JSON.stringify([
      own,
      why.rule.chance,
      why.note.chance,
      why.note.trial,
      why.chanceRecord,
      why.touch,
    ]);
    assert.doesNotMatch(texts, banned[language]);
  }
});
