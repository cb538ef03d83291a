import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES, type Language, type WireTouch } from '@rasat/contract';
import i18next from 'i18next';
import { chart as az } from '../i18n/az/chart.ts';
import { chart as en } from '../i18n/en/chart.ts';
import { formatMoment, formatPercent, formatUntil } from '../i18n/format.ts';
import { chart as tr } from '../i18n/tr/chart.ts';
import { BAR_CLOSE_MS, TOUCH, WEEK_END_MS, WEEK_START_MS } from '../testing/touch-reply.ts';
import { drawSource } from './kinds.ts';
import { frame, NOTHING } from './testing/painted.ts';
import { type DrawingWords, writeChance } from './words.ts';

// What the drawings of chances say in each language, on the plot, in the legend and in the table.

const texts = i18next.createInstance();
const resources = { tr: { chart: tr }, az: { chart: az }, en: { chart: en } };
await texts.init({ lng: 'tr', resources, initAsync: false, interpolation: { escapeValue: false } });
const wordsOf = (language: Language): DrawingWords => ({
  t: texts.getFixedT(language, 'chart'),
  box: (kind) => kind,
  formats: {
    percent: (value, digits) => formatPercent(language, value, digits),
    moment: (timeMs) => formatMoment(language, timeMs, BAR_CLOSE_MS),
    until: (timeMs) => formatUntil(language, timeMs, BAR_CLOSE_MS),
  },
});
function eachLanguage<T>(say: (words: DrawingWords) => T): Record<Language, T> {
  const said = LANGUAGES.map((language) => [language, say(wordsOf(language))]);
  return Object.fromEntries(said) as Record<Language, T>;
}

const levels = {
  buy: [1.099, 1.105, 1.13],
  sell: [1.095],
  d: WEEK_START_MS,
  anchor: 1.098,
  basis: null,
  computedAt: 1,
  engineVersion: '1',
  inputHash: '',
  serverTime: 1,
};
const targetsOf = (touch: WireTouch | null) => ({ levels, condition: null, touch });
const conesOf = (touch: WireTouch) => ({
  cones: touch.cones,
  trial: touch.trial,
  slots: touch.now?.slots ?? [],
});
const plates = ({ drawing }: ReturnType<typeof drawSource>): string[] =>
  drawing
    .paint({ ...frame, x: (timeMs) => (timeMs - WEEK_START_MS) / 3_600_000 }, NOTHING)
    .plates.map(({ text }) => text);
const withPrices = (source: object, words: DrawingWords): string[] =>
  plates(drawSource('targets', source, words));

test('a chance is a whole number of per cent, and near its ends only a bound', () => {
  const write = (chance: number) => eachLanguage((words) => writeChance(chance, words));
  assert.deepEqual(write(0.3449), { tr: '%34', az: '34\u00a0%', en: '34%' });
  assert.deepEqual(write(0.345), { tr: '%35', az: '35\u00a0%', en: '35%' });
  assert.deepEqual(write(0.0099), { tr: '%1’den az', az: '1\u00a0%-dən az', en: 'under 1%' });
  assert.deepEqual(write(0), { tr: '%1’den az', az: '1\u00a0%-dən az', en: 'under 1%' });
  assert.deepEqual(write(0.01), { tr: '%1', az: '1\u00a0%', en: '1%' });
  assert.deepEqual(write(0.99), { tr: '%99', az: '99\u00a0%', en: '99%' });
  assert.deepEqual(write(0.9901), { tr: '%99’dan fazla', az: '99\u00a0%-dən çox', en: 'over 99%' });
});

test('each label of a cone has its share and its end', () => {
  // Midnight UTC is three o'clock in Istanbul.
  assert.deepEqual(
    eachLanguage((words) => plates(drawSource('cone', conesOf(TOUCH), words)).toSorted()),
    {
      tr: ['%50 · bitiş 22 Kas 03:00', '%80 · bitiş 22 Kas 03:00', '%95 · bitiş 22 Kas 03:00'],
      az: [
        '50\u00a0% · 22 noyabradək, 03:00',
        '80\u00a0% · 22 noyabradək, 03:00',
        '95\u00a0% · 22 noyabradək, 03:00',
      ],
      en: ['50% · until 22 Nov 03:00', '80% · until 22 Nov 03:00', '95% · until 22 Nov 03:00'],
    },
  );
});

test('the legend says that a cone tells how far, not which way, and until when', () => {
  assert.deepEqual(
    eachLanguage((words) => drawSource('cone', conesOf(TOUCH), words).description),
    {
      tr: {
        legend:
          'Koni uzaklığı söyler, yönü söylemez · 1 gün: bitiş 19 Kas 03:00 · 1 hafta: bitiş 22 Kas 03:00',
        lines: {},
      },
      az: {
        legend:
          'Konus uzaqlığı göstərir, istiqaməti yox · 1 gün: 19 noyabradək, 03:00 · 1 həftə: 22 noyabradək, 03:00',
        lines: {},
      },
      en: {
        legend:
          'The cone says how far, not which way · 1 day until 19 Nov 03:00 · 1 week until 22 Nov 03:00',
        lines: {},
      },
    },
  );
});

test('a cone on trial says so in its labels, in the legend and in the table', () => {
  const trial = { ...TOUCH, trial: true };
  const said = eachLanguage((words) => {
    const drawn = drawSource('cone', conesOf(trial), words);
    const { legend, lines } = drawn.description;
    return [plates(drawn)[0], legend?.split(' · ').at(-1), ...new Set(Object.values(lines))];
  });
  assert.deepEqual(said, {
    tr: ['%50 · bitiş 22 Kas 03:00 · deneme', 'deneme', 'deneme'],
    az: ['50\u00a0% · 22 noyabradək, 03:00 · sınaq', 'sınaq', 'sınaq'],
    en: ['50% · until 22 Nov 03:00 · trial', 'trial', 'trial'],
  });
  const { drawing, description } = drawSource('cone', conesOf(trial), wordsOf('en'));
  assert.deepEqual(
    Object.keys(description.lines),
    drawing.targets.map(({ part }) => part),
  );
});

test('of two cones one may be missing, and a basis of another rule is no cone', () => {
  const only = drawSource(
    'cone',
    conesOf({ ...TOUCH, cones: { ...TOUCH.cones, week: null } }),
    wordsOf('en'),
  );
  assert.equal(only.drawing.targets.length, 6);
  assert.equal(
    only.description.legend,
    'The cone says how far, not which way · 1 day until 19 Nov 03:00',
  );
  assert.equal(only.why('week.high.0'), null);
  const { day } = TOUCH.cones;
  assert.ok(day);
  const other = { ...TOUCH.cones, day: { ...day, basis: { ...day.basis, rule: 'other' } } };
  const left = drawSource('cone', conesOf({ ...TOUCH, cones: other }), wordsOf('en'));
  assert.equal(left.drawing.targets.length, 6);
  assert.equal(left.why('day.high.0'), null);
});

test('a weekly level has its present chance behind its price, or that it was reached', () => {
  // 1.105 has 0.578, 1.13 has 0.009971, and 1.095 has 0.577 until the end of the week.
  assert.deepEqual(
    eachLanguage((words) => withPrices(targetsOf(TOUCH), words)),
    {
      tr: [
        'Alış 1.099 · görüldü',
        'Alış TP1 1.105 · %58',
        'Alış TP2 1.13 · %1’den az',
        'Satış 1.095 · %58',
      ],
      az: [
        'Alış 1.099 · çatıb',
        'Alış TP1 1.105 · 58\u00a0%',
        'Alış TP2 1.13 · 1\u00a0%-dən az',
        'Satış 1.095 · 58\u00a0%',
      ],
      en: [
        'Buy 1.099 · reached',
        'Buy TP1 1.105 · 58%',
        'Buy TP2 1.13 · under 1%',
        'Sell 1.095 · 58%',
      ],
    },
  );
});

test('legend and table say of which moment the chances of the levels are, and until when', () => {
  assert.deepEqual(
    eachLanguage((words) => drawSource('targets', targetsOf(TOUCH), words).description),
    {
      tr: {
        legend:
          'Seviyelerin yanında: fiyatın 22 Kas 03:00 öncesinde ulaşma olasılığı, şimdi (18 Kas 12:00 kapanışı)',
        lines: {
          'buy.0': 'görüldü',
          'buy.1': 'şimdi (18 Kas 12:00 kapanışı) %58, bitiş 22 Kas 03:00',
          'buy.2': 'şimdi (18 Kas 12:00 kapanışı) %1’den az, bitiş 22 Kas 03:00',
          'sell.0': 'şimdi (18 Kas 12:00 kapanışı) %58, bitiş 22 Kas 03:00',
        },
      },
      az: {
        legend:
          'Səviyyələrin yanında: qiymətin çatma ehtimalı 22 noyabradək, 03:00; indi (18 noy 12:00 bağlanışı)',
        lines: {
          'buy.0': 'çatıb',
          'buy.1': 'indi (18 noy 12:00 bağlanışı) 58\u00a0%, 22 noyabradək, 03:00',
          'buy.2': 'indi (18 noy 12:00 bağlanışı) 1\u00a0%-dən az, 22 noyabradək, 03:00',
          'sell.0': 'indi (18 noy 12:00 bağlanışı) 58\u00a0%, 22 noyabradək, 03:00',
        },
      },
      en: {
        legend:
          'Beside the levels: chance that price reaches them before 22 Nov 03:00, now (18 Nov 12:00 close)',
        lines: {
          'buy.0': 'reached',
          'buy.1': 'now (18 Nov 12:00 close) 58%, until 22 Nov 03:00',
          'buy.2': 'now (18 Nov 12:00 close) under 1%, until 22 Nov 03:00',
          'sell.0': 'now (18 Nov 12:00 close) 58%, until 22 Nov 03:00',
        },
      },
    },
  );
});

test('while the market is closed until the end of the week, levels have no chance and the legend says why', () => {
  const { now } = TOUCH;
  assert.ok(now);
  const closed = targetsOf({ ...TOUCH, now: { ...now, levels: 0 } });
  assert.deepEqual(withPrices(closed, wordsOf('en')), [
    'Buy 1.099 · reached',
    'Buy TP1 1.105',
    'Buy TP2 1.13',
    'Sell 1.095',
  ]);
  assert.deepEqual(
    eachLanguage((words) => drawSource('targets', closed, words).description.legend),
    {
      tr: 'Haftalık seviyeler: piyasa 22 Kas 03:00 zamanına kadar kapalı',
      az: 'Həftəlik səviyyələr: bazar 22 noyabradək, 03:00 bağlıdır',
      en: 'Weekly levels: market closed until 22 Nov 03:00',
    },
  );
});

test('chances of levels on trial are marked, and without chances nothing is said', () => {
  const { description } = drawSource(
    'targets',
    targetsOf({ ...TOUCH, trial: true }),
    wordsOf('en'),
  );
  assert.match(description.legend ?? '', / close\) · trial$/);
  assert.equal(
    description.lines['sell.0'],
    'now (18 Nov 12:00 close) 58%, until 22 Nov 03:00 · trial',
  );
  const none = drawSource('targets', targetsOf(null), wordsOf('en'));
  assert.deepEqual(none.description, { legend: null, lines: {} });
  assert.deepEqual(plates(none), ['Buy 1.099', 'Buy TP1 1.105', 'Buy TP2 1.13', 'Sell 1.095']);
  const now = TOUCH.now && { ...TOUCH.now, at: WEEK_END_MS };
  const over = drawSource('targets', targetsOf({ ...TOUCH, now }), wordsOf('en'));
  assert.deepEqual(over.description, { legend: null, lines: {} });
});
