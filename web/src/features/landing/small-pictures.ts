import { formatPrice } from '../../i18n/format.ts';
import { computeLadder, LADDER_TICKS } from '../../ui/ladder-geometry.ts';
import type { SnapshotCondition } from './snapshot.ts';
import { pageLanguage, word } from './words.ts';

const px = (value: number): string => value.toFixed(1);

/** Draws the graduated rule of a condition with the last close, as the content of an `<svg>` of `width` by 54. */
export function drawLadder(
  condition: SnapshotCondition,
  last: number,
  digits: number,
  width: number,
): string {
  const { sl, price, tp1, tp2 } = condition;
  const laid = computeLadder({ stop: sl, entry: price, target1: tp1, target2: tp2, last });
  if (!laid) return '';
  const x = (share: number): number => 14 + (share * (width - 28)) / 100;
  const now = laid.last ?? laid.entry;
  const pin = (share: number, colour: string, width: number) =>
    `<path d="M${px(x(share))} 19V37" stroke="${colour}" stroke-width="${width}"/>`;
  const label = (share: number, word: string, value: number, anchor: string, shift = 0) =>
    `<text x="${px(x(share) + shift)}" y="12" text-anchor="${anchor}" fill="var(--text-3)">${word}</text>` +
    `<text x="${px(x(share) + shift)}" y="52" text-anchor="${anchor}" fill="var(--text-2)">${formatPrice(pageLanguage(), value, digits)}</text>`;
  return [
    `<path d="M14 28H${width - 14}" stroke="var(--line-ctl)" opacity=".6"/>`,
    `<g transform="translate(14 28) scale(${(width - 28) / 48} 1)"><path d="${LADDER_TICKS}" stroke="var(--line-ctl)" vector-effect="non-scaling-stroke" opacity=".7"/></g>`,
    `<path d="M${px(x(laid.entry))} 28H${px(x(now))}" stroke="var(--${laid.gaining ? 'up' : 'down'})" stroke-width="3"/>`,
    pin(0, 'var(--down)', 2),
    pin(laid.entry, 'var(--text)', 2),
    pin(laid.target1, 'var(--up)', 1.5),
    pin(100, 'var(--up)', 2),
    `<circle cx="${px(x(now))}" cy="28" r="5" fill="var(--s1)" stroke="var(--brass)" stroke-width="2"/>`,
    label(0, 'SL', sl, 'start', -12),
    label(laid.entry, word('word.entry'), price, 'middle'),
    label(laid.target1, 'TP1', tp1, 'middle'),
    label(100, 'TP2', tp2, 'end', 12),
  ].join('');
}

/** Returns the ladder's content as a sentence, for screen readers. */
export function describeLadder(condition: SnapshotCondition, last: number, digits: number): string {
  const say = (value: number) => formatPrice(pageLanguage(), value, digits);
  const { way, sl, price, tp1, tp2 } = condition;
  const prices = [
    `${word('word.stop')} ${say(sl)}`,
    `${word('word.entry')} ${say(price)}`,
    `${word('word.target')} ${say(tp1)}`,
    `${word('word.target2')} ${say(tp2)}`,
    `${word('word.last')} ${say(last)}`,
  ];
  return `${word(way ? 'word.buy' : 'word.sell')}: ${prices.join(', ')}.`;
}

const GAUGE_X = 108;
const GAUGE_Y = 100;
const RIM = 74;

/** Draws the cycle gauge, -1 to 1, as the content of an `<svg>` of 216 by 118. */
export function drawGauge(value: number): string {
  const at = (share: number, radius: number): string => {
    const angle = (Math.PI * (1 - Math.min(1, Math.max(-1, share)))) / 2;
    return `${px(GAUGE_X + radius * Math.cos(angle))} ${px(GAUGE_Y - radius * Math.sin(angle))}`;
  };
  const marks = (every: number, length: number): string => {
    const parts: string[] = [];
    for (let i = 0; i <= 60; i += every) {
      parts.push(`M${at(i / 30 - 1, RIM)}L${at(i / 30 - 1, RIM - length)}`);
    }
    return parts.join('');
  };
  const colour = value >= 0 ? 'var(--up)' : 'var(--down)';
  const [from, to] = value >= 0 ? [0, value] : [value, 0];
  const [tipX = '', tipY = ''] = at(value, 78).split(' ');
  const word = (share: number, text: string, anchor: string, dy = 0) => {
    const [x = '', y = ''] = at(share, 86).split(' ');
    return `<text x="${x}" y="${px(Number(y) + dy)}" text-anchor="${anchor}" fill="var(--text-3)">${text}</text>`;
  };
  return [
    `<path d="${marks(1, 5)}" stroke="var(--line-ctl)" opacity=".75"/>`,
    `<path d="${marks(5, 9)}" stroke="var(--line-ctl)"/>`,
    `<path d="${marks(15, 13)}" stroke="var(--text-2)" stroke-width="1.25"/>`,
    `<path d="M${at(-1, 78)}A78 78 0 0 1 ${at(1, 78)}" stroke="var(--line)" fill="none"/>`,
    `<path d="M${at(from, 78)}A78 78 0 0 1 ${at(to, 78)}" stroke="${colour}" fill="none" stroke-width="4"/>`,
    `<path d="M${GAUGE_X} ${GAUGE_Y}L${tipX} ${tipY}" stroke="var(--text)" stroke-width="1.5"/>`,
    `<circle cx="${tipX}" cy="${tipY}" r="4.5" fill="var(--s1)" stroke="var(--brass)" stroke-width="2"/>`,
    `<circle cx="${GAUGE_X}" cy="${GAUGE_Y}" r="3" fill="var(--text)"/>`,
    word(-1, '−1', 'middle', 14),
    word(0, '0', 'middle', 4),
    word(1, '+1', 'middle', 14),
  ].join('');
}
