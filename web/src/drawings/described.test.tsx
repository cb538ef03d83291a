import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES, type Language, type WireTouch } from '@rasat/contract';
import i18next from 'i18next';
import { chance as azChance } from '../i18n/az/chance.ts';
import { chart as az } from '../i18n/az/chart.ts';
import { chance as enChance } from '../i18n/en/chance.ts';
import { chart as en } from '../i18n/en/chart.ts';
import { formatPercent } from '../i18n/format.ts';
import { chance as trChance } from '../i18n/tr/chance.ts';
import { chart as tr } from '../i18n/tr/chart.ts';
import {
  MADE_CONES,
  MADE_MONDAY,
  MADE_NOW,
  MADE_UNTIL,
  madeTouch,
  madeTouchAt,
} from '../testing/made-touch.ts';
import { chanceWords } from '../ui/chance.tsx';
import { drawSource } from './kinds.ts';
import { frame, NOTHING } from './testing/painted.ts';
import type { DrawingWords } from './words.ts';

// What the drawings of chances say in each language, on the plot, in the legend and in the table. In Istanbul, now is
// Wednesday 17:20; the made day ends on Thursday 03:00 and the week on Sunday 03:00. The chances of the levels are in
// the comment of `madeTouch`.

const texts = i18next.createInstance();
await texts.init({
  lng: 'tr',
  resources: {
    tr: { chart: tr, chance: trChance },
    az: { chart: az, chance: azChance },
    en: { chart: en, chance: enChance },
  },
  initAsync: false,
  interpolation: { escapeValue: false },
});
const wordsOf = (language: Language, nowMs = MADE_NOW): DrawingWords => {
  const formats = {
    language,
    percent: (value: number | null, digits?: number) => formatPercent(language, value, digits),
  };
  return {
    t: texts.getFixedT(language, 'chart'),
    box: (kind) => kind,
    formats,
    nowMs: () => nowMs,
    chances: () => chanceWords(texts.getFixedT(language, 'chance'), formats, nowMs),
  };
};
function eachLanguage<T>(say: (words: DrawingWords) => T): Record<Language, T> {
  const said = LANGUAGES.map((language) => [language, say(wordsOf(language))]);
  return Object.fromEntries(said) as Record<Language, T>;
}

const levels = {
  buy: [1.14201, 1.145, 1.16],
  sell: [1.135, 1.13],
  d: MADE_MONDAY,
  anchor: 1.14,
  basis: null,
  computedAt: 1,
  engineVersion: '1',
  inputHash: '',
  serverTime: 1,
};
const targetsOf = (touch: WireTouch | null) => ({
  levels,
  condition: null,
  touch,
  calendar: 'forex' as const,
});
const conesOf = (cones: WireTouch['cones'] = MADE_CONES, trial = false) => ({
  cones,
  trial,
});
/** The plates on axes with a pixel an hour, on which the cone of the day is too narrow for labels. */
const plates = ({ drawing }: ReturnType<typeof drawSource>): string[] =>
  drawing
    .paint({ ...frame, x: (timeMs) => (timeMs - MADE_MONDAY) / 3_600_000 + 30 }, NOTHING)
    .plates.map(({ text }) => text);

test('each label of a cone has its share and its end', () => {
  assert.deepEqual(
    eachLanguage((words) => plates(drawSource('cone', conesOf(), words)).toSorted()),
    {
      tr: [
        '%50 içeride · Pazar 03:00’e kadar',
        '%80 içeride · Pazar 03:00’e kadar',
        '%95 içeride · Pazar 03:00’e kadar',
      ],
      az: [
        '50\u00a0% içəridə · bazar günü 03:00-dək',
        '80\u00a0% içəridə · bazar günü 03:00-dək',
        '95\u00a0% içəridə · bazar günü 03:00-dək',
      ],
      en: [
        '50% inside · until Sunday 03:00',
        '80% inside · until Sunday 03:00',
        '95% inside · until Sunday 03:00',
      ],
    },
  );
});

test('the legend says that a cone tells how far, not which way, and until when', () => {
  assert.deepEqual(
    eachLanguage((words) => drawSource('cone', conesOf(), words).description),
    {
      tr: {
        legend:
          'Koni uzaklığı söyler, yönü söylemez · 1 gün: Perşembe 03:00’e kadar · 1 hafta: Pazar 03:00’e kadar',
        lines: {},
      },
      az: {
        legend:
          'Konus uzaqlığı göstərir, istiqaməti yox · 1 gün: cümə axşamı günü 03:00-dək · 1 həftə: bazar günü 03:00-dək',
        lines: {},
      },
      en: {
        legend:
          'The cone says how far, not which way · 1 day: until Thursday 03:00 · 1 week: until Sunday 03:00',
        lines: {},
      },
    },
  );
});

test('a cone on trial says so in its labels, in the legend and in the table', () => {
  const said = eachLanguage((words) => {
    const drawn = drawSource('cone', conesOf(MADE_CONES, true), words);
    const { legend, lines } = drawn.description;
    return [plates(drawn)[0], legend?.split(' · ').at(-1), ...new Set(Object.values(lines))];
  });
  assert.deepEqual(said, {
    tr: ['%50 içeride · Pazar 03:00’e kadar · deneme', 'deneme', 'deneme'],
    az: ['50\u00a0% içəridə · bazar günü 03:00-dək · sınaq', 'sınaq', 'sınaq'],
    en: ['50% inside · until Sunday 03:00 · trial', 'trial', 'trial'],
  });
  const drawn = drawSource('cone', conesOf(MADE_CONES, true), wordsOf('en'));
  assert.deepEqual(
    Object.keys(drawn.description.lines),
    drawn.drawing.targets.map(({ part }) => part),
  );
});

test('of two cones one may be missing, and a basis of another rule is no cone', () => {
  const only = drawSource('cone', conesOf({ ...MADE_CONES, week: null }), wordsOf('en'));
  assert.equal(only.drawing.targets.length, 6);
  assert.equal(
    only.description.legend,
    'The cone says how far, not which way · 1 day: until Thursday 03:00',
  );
  assert.equal(only.why('week.high.0'), null);
  const { day } = MADE_CONES;
  assert.ok(day);
  const other = { ...MADE_CONES, day: { ...day, basis: { ...day.basis, rule: 'other' } } };
  const left = drawSource('cone', conesOf(other), wordsOf('en'));
  assert.equal(left.drawing.targets.length, 6);
  assert.equal(left.why('day.high.0'), null);
});

test('a weekly level has its present chance behind its price, or that it was reached', () => {
  assert.deepEqual(
    eachLanguage((words) => plates(drawSource('targets', targetsOf(madeTouch()), words))),
    {
      tr: [
        'Alış 1.14201 · %99’dan çok',
        'Alış TP1 1.145 · %48',
        'Alış TP2 1.16 · %1’den az',
        'Satış 1.135 · %13',
        'Satış TP1 1.13 · görüldü',
      ],
      az: [
        'Alış 1.14201 · 99\u00a0%-dən çox',
        'Alış TP1 1.145 · 48\u00a0%',
        'Alış TP2 1.16 · 1\u00a0%-dən az',
        'Satış 1.135 · 13\u00a0%',
        'Satış TP1 1.13 · çatdı',
      ],
      en: [
        'Buy 1.14201 · over 99%',
        'Buy TP1 1.145 · 48%',
        'Buy TP2 1.16 · under 1%',
        'Sell 1.135 · 13%',
        'Sell TP1 1.13 · reached',
      ],
    },
  );
});

test('legend and table say of which moment the chances of the levels are, and until when', () => {
  const said = eachLanguage((words) => {
    const { legend, lines } = drawSource('targets', targetsOf(madeTouch()), words).description;
    return [legend, lines['buy.1'], lines['buy.2'], lines['sell.1'], Object.keys(lines).join()];
  });
  const parts = 'buy.0,buy.1,buy.2,sell.0,sell.1';
  assert.deepEqual(said, {
    tr: [
      'Seviyelerin yanında: dokunma olasılığı, Pazar 03:00’e kadar; şimdi, 17:00 kapanışı',
      'dokunma olasılığı, Pazar 03:00’e kadar: %48; şimdi, 17:00 kapanışı',
      'dokunma olasılığı, Pazar 03:00’e kadar: %1’den az; şimdi, 17:00 kapanışı',
      'görüldü, Sal 12:00',
      parts,
    ],
    az: [
      'Səviyyələrin yanında: toxunma ehtimalı, bazar günü 03:00-dək; indi, 17:00 bağlanışı',
      'toxunma ehtimalı, bazar günü 03:00-dək: 48\u00a0%; indi, 17:00 bağlanışı',
      'toxunma ehtimalı, bazar günü 03:00-dək: 1\u00a0%-dən az; indi, 17:00 bağlanışı',
      'çatdı, Ç.a. 12:00',
      parts,
    ],
    en: [
      'Beside the levels: chance that price reaches them before Sunday 03:00; now, 17:00 close',
      'chance before Sunday 03:00: 48%; now, 17:00 close',
      'chance before Sunday 03:00: under 1%; now, 17:00 close',
      'reached Tue 12:00',
      parts,
    ],
  });
});

test('while the market is closed until the end of the week, levels have no chance and the legend says why', () => {
  const closed = targetsOf(madeTouchAt({ levels: 0 }));
  const drawn = drawSource('targets', closed, wordsOf('en'));
  assert.deepEqual(plates(drawn), [
    'Buy 1.14201',
    'Buy TP1 1.145',
    'Buy TP2 1.16',
    'Sell 1.135',
    'Sell TP1 1.13 · reached',
  ]);
  assert.deepEqual(drawn.description.lines, { 'sell.1': 'reached Tue 12:00' });
  assert.deepEqual(
    eachLanguage((words) => drawSource('targets', closed, words).description.legend),
    {
      tr: 'Dokunma olasılığı hesaplanmadı: Pazar 03:00’e kadar işlem yok.',
      az: 'Toxunma ehtimalı hesablanmayıb: bazar günü 03:00-dək ticarət yoxdur.',
      en: 'Chance of touch not computed: no trading before Sunday 03:00.',
    },
  );
});

test('after the week a level was reached or not, and there is no chance', () => {
  const over = targetsOf(madeTouchAt({ at: MADE_UNTIL, levels: 0 }));
  const drawn = drawSource('targets', over, wordsOf('en', MADE_UNTIL));
  assert.deepEqual(plates(drawn), [
    'Buy 1.14201 · not reached',
    'Buy TP1 1.145 · not reached',
    'Buy TP2 1.16 · not reached',
    'Sell 1.135 · not reached',
    'Sell TP1 1.13 · reached',
  ]);
  assert.equal(drawn.description.legend, 'The chance of touch ended 03:00');
});

test('chances of levels on trial are marked, and without present chances of these levels nothing is said', () => {
  const trial = drawSource('targets', targetsOf(madeTouch({ trial: true })), wordsOf('en'));
  assert.match(trial.description.legend ?? '', / close · trial$/);
  assert.equal(
    trial.description.lines['buy.1'],
    'chance before Sunday 03:00: 48%; now, 17:00 close · trial',
  );
  const bare = ['Buy 1.14201', 'Buy TP1 1.145', 'Buy TP2 1.16', 'Sell 1.135', 'Sell TP1 1.13'];
  const nextWeek = { ...levels, d: MADE_MONDAY + 604_800_000 };
  for (const source of [
    targetsOf(null),
    targetsOf(madeTouch({ levels: null })),
    targetsOf(madeTouch({ now: null })),
    targetsOf(madeTouchAt({ levels: null })),
    { ...targetsOf(madeTouch()), levels: nextWeek },
    { ...targetsOf(madeTouch()), levels: { ...levels, d: null } },
  ]) {
    const drawn = drawSource('targets', source, wordsOf('en'));
    assert.deepEqual(drawn.description, { legend: null, lines: {} });
    assert.deepEqual(plates(drawn), bare);
  }
});
