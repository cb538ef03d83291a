import type { Language, Reply, ROUTES, WireTouch } from '@rasat/contract';
import { chance as az } from '../web/src/i18n/az/chance.ts';
import { chance as en } from '../web/src/i18n/en/chance.ts';
import { chance as tr } from '../web/src/i18n/tr/chance.ts';
import { fill } from './catalogue.ts';
import { expectedTexts } from './expected-texts.ts';
import { HOUR_START } from './generated-market.ts';

// Generated chances of touch of a symbol, and what a page must show of them. The formula is written again from the
// design, as a program that shares nothing with the product.

type Levels = Reply<typeof ROUTES.levels>;
type Box = NonNullable<Reply<typeof ROUTES.boxChart>>;
type Class = 'fx' | 'crypto' | 'share60';

export const CHANCE_TEXTS = { tr, az, en } as const;

const DAY_MS = 86_400_000;
const CLASSES: Readonly<Record<Language, Class>> = { tr: 'fx', az: 'share60', en: 'crypto' };

const NODES = [0.03, 0.2, 1, 4, 13];
const WEIGHTS = [
  [0.52, 0.36, 0.12, 0],
  [0.3, 0.43, 0.27, 0],
  [0.15, 0.3, 0.45, 0.1],
  [0.06, 0.19, 0.5, 0.25],
  [0.02, 0.18, 0.25, 0.55],
];
const CONSTANTS: Readonly<Record<Class, { s: number; kappa: number; m: readonly number[] }>> = {
  fx: { s: 0.3, kappa: 0, m: [-0.095, -0.033, -0.008, 0.003, -0.003] },
  crypto: { s: 0.4, kappa: 0, m: [-0.13, -0.08, -0.09, -0.07, -0.1] },
  share60: { s: 0.355, kappa: 0.032, m: [-0.053, -0.024, -0.036, 0.003, 0.081] },
};
const POINTS = [
  [0, 0.457143],
  [1.154405, 0.2401231],
  [2.366759, 0.0307571],
  [3.75044, 0.00054827],
] as const;

function tail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const sum = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (rest, factor) => factor + t * rest,
    0,
  );
  return Math.min(0.5, 0.3989422804014327 * Math.exp((-z * z) / 2) * t * sum);
}

/** Returns the chance of touch of a level, 0 to 1. */
function chanceOf(
  of: Class,
  price: number,
  variances: readonly number[],
  level: number,
  weeks: number,
) {
  const { s, kappa, m } = CONSTANTS[of];
  const scale: number[] = [];
  for (const [j, node] of NODES.entries()) {
    const sum = variances.reduce((all, one, i) => all + (WEIGHTS[j]?.[i] ?? 0) * Math.log(one), 0);
    scale.push(
      Math.max(scale.at(-1) ?? Number.NEGATIVE_INFINITY, Math.log(node) + sum + 2 * (m[j] ?? 0)),
    );
  }
  const at = NODES.findIndex((node) => weeks <= node);
  const [low = 0, high = 0] = [NODES[at - 1], NODES[at]];
  const share = Math.log(weeks / low) / Math.log(high / low);
  const [from = 0, to = 0] = [scale[at - 1], scale[at]];
  const sigma = Math.exp((from + share * (to - from)) / 2);
  const day = Math.exp((scale[1] ?? 0) / 2);
  const u = (Math.abs(Math.log(level / price)) + kappa * day) / sigma;
  let sum = 0;
  let all = 0;
  for (const [z, weight] of POINTS) {
    for (const sign of z === 0 ? [1] : [1, -1]) {
      sum += weight * 2 * tail(u * Math.exp(-s * z * sign));
      all += weight;
    }
  }
  return Math.min(1, sum / all);
}

const WEEKS = 0.45;
const BOX_WEEKS = 2.7;
/** End of the made boxes' chances: 15:00 in Istanbul. */
const BOX_UNTIL = Date.UTC(2026, 11, 7, 12);
/** Times of the box whose chances have ended: its end, and the close that reached its bottom. */
const OVER = { until: Date.UTC(2026, 10, 17, 9), first: Date.UTC(2026, 10, 16, 7) };
/** Close that reached the first buy level of the Turkish visit. */
const FIRST = Date.UTC(2026, 10, 17, 6);

const weekEnd = (language: Language, monday: number): number =>
  monday + (language === 'tr' ? 6 : 7) * DAY_MS;

/**
 * Generates the chances for the visit in a language. `tr`: the entry of the buy levels was reached; `az`: on trial,
 * without chances of the week; `en`: all open. Of the boxes the first has both edges, the second was published beyond
 * its top, the third is too long for chances, and the time of the fourth is over.
 */
export function generateTouch(
  language: Language,
  price: number,
  range: number,
  levels: Levels,
  boxes: readonly (Box | null)[],
): WireTouch {
  const one = ((10 * range) / price) ** 2;
  const variances: [number, number, number, number] = [1.1 * one, 0.8 * one, one, 0.9 * one];
  const monday = levels.d ?? 0;
  const published = (level: number, first: number | null = null) => ({
    level,
    chance: 0.1234,
    first,
  });
  const basis = {};
  return {
    class: CLASSES[language],
    base: '60',
    trial: language === 'az',
    levels:
      language === 'az'
        ? null
        : {
            from: monday - (language === 'tr' ? DAY_MS : 0),
            until: weekEnd(language, monday),
            levels: [...levels.buy, ...levels.sell].map((level, i) =>
              published(level, language === 'tr' && i === 0 ? FIRST : null),
            ),
            basis,
          },
    boxes: boxes.flatMap((box, place) => {
      if (box === null || place === 2) return [];
      const { kind, term, created: from, p } = box;
      const until = place === 3 ? OVER.until : BOX_UNTIL;
      const edges = [published(p.top), published(p.bottom, place === 3 ? OVER.first : null)];
      return [
        { kind, term, chances: { from, until, levels: edges.slice(place === 1 ? 1 : 0), basis } },
      ];
    }),
    cones: { day: null, week: null, slots: Array.from({ length: 168 }, () => 595) },
    now: {
      at: HOUR_START,
      price,
      variances,
      day: { until: HOUR_START + 8 * 3_600_000, weeks: 0.05 },
      week: { until: weekEnd(language, monday), weeks: WEEKS },
      levels: language === 'az' ? null : WEEKS,
      boxes: boxes.flatMap((box, place) =>
        box === null || place === 2
          ? []
          : [{ kind: box.kind, term: box.term, weeks: place === 3 ? 0 : BOX_WEEKS }],
      ),
    },
    computedAt: HOUR_START,
    engineVersion: '7.1',
    inputHash: 'ab',
    serverTime: HOUR_START,
  };
}

/** The moments of the page, in the words of a language. */
const MOMENTS = {
  tr: {
    week: 'Pazar 03:00’e kadar',
    box: '7 Aralık 15:00’e kadar',
    over: 'Sal 12:00',
    overUntil: '17 Kasım 12:00’ye kadar',
    overFirst: 'Pzt 10:00',
    first: 'Sal 09:00',
  },
  az: {
    week: '',
    box: '7 dekabr 15:00-dək',
    over: 'Ç.a. 12:00',
    overUntil: '17 noyabr 12:00-dək',
    overFirst: 'B.e. 10:00',
    first: '',
  },
  en: {
    week: 'Monday 03:00',
    box: '7 December 15:00',
    over: 'Tue 12:00',
    overUntil: '17 November 12:00',
    overFirst: 'Mon 10:00',
    first: '',
  },
} as const;
/** The newest close, in Istanbul. */
const CLOSE = '16:00';

/** What the eye sees of a level's chance, and what a screen reader says. */
interface ExpectedChance {
  readonly seen: string;
  readonly said: string;
  /** The text of its button; that of a level without a chance is its sentence. */
  readonly pressed: string;
}

/** Returns the lines of a chance that is a button. */
export function linesOfChance(chance: ExpectedChance | null): string[] {
  return chance ? [chance.seen, chance.pressed] : [];
}

/** Returns what the page must show of chances. */
export function expectTouch(language: Language, digits: number, touch: WireTouch) {
  const t = CHANCE_TEXTS[language];
  const say = expectedTexts(language);
  const moments = MOMENTS[language];
  const now = touch.now;
  const shown = (level: number, weeks: number, until: string): ExpectedChance => {
    const exact = now
      ? chanceOf(CLASSES[language], now.price, now.variances, level, weeks)
      : Number.NaN;
    const chance =
      exact < 0.01 ? t.under : exact > 0.99 ? t.over : say.percent(Math.round(exact * 100), 0);
    const said = { level: say.price(level, digits), chance, until, at: CLOSE };
    const sentence = fill(t.sentence.now, said);
    return { seen: chance, said: sentence, pressed: `${sentence}. ${t.why}` };
  };
  const without = (seen: string, said: string): ExpectedChance => ({ seen, said, pressed: said });
  const reached = (level: number, at: string): ExpectedChance =>
    without(
      fill(t.short.reachedAt, { at }),
      fill(t.sentence.reachedAt, { level: say.price(level, digits), at }),
    );
  const mark = [fill(t.moment.now, { at: CLOSE }), ...(touch.trial ? [t.trial] : [])];
  const firstOf = (level: number): number | null =>
    touch.levels?.levels.find((one) => one.level === level)?.first ?? null;
  const week = language === 'az' ? t.set.history : fill(t.title, { until: moments.week });
  return {
    mark,
    week: {
      caption: week,
      /** The lines before the chance of the nearest level. */
      near: (level: number): string[] => {
        if (language === 'az') return [week];
        return firstOf(level) === null ? [week, ...mark] : [t.touch];
      },
      column: fill(t.column, { until: moments.week }),
      /** Null without a chance of its own. */
      of: (level: number): ExpectedChance | null => {
        if (language === 'az') return null;
        return firstOf(level) === null
          ? shown(level, WEEKS, moments.week)
          : reached(level, moments.first);
      },
    },
    box: {
      caption: (place: number): string =>
        place === 2
          ? t.set.far
          : place === 3
            ? fill(t.set.over, { at: moments.over })
            : fill(t.title, { until: moments.box }),
      /** Of the top and the bottom; null without a chance of its own. */
      of: (place: number, edge: 'top' | 'bottom', level: number): ExpectedChance | null => {
        const words = { level: say.price(level, digits) };
        if (place === 2) return null;
        if (place === 1 && edge === 'top') {
          return without(t.short.reachedBefore, fill(t.sentence.reachedBefore, words));
        }
        if (place !== 3) return shown(level, BOX_WEEKS, moments.box);
        if (edge === 'bottom') return reached(level, moments.overFirst);
        return without(t.short.over, fill(t.sentence.over, { ...words, until: moments.overUntil }));
      },
    },
  };
}
