import { formatDay, formatPrice } from '../../i18n/format.ts';
import type { Snapshot, SnapshotCondition } from './snapshot.ts';
import { pageLanguage } from './words.ts';

/** Size of a picture in CSS pixels, and what it omits. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Omits the price axis and the dates, for the drawn telephone. */
  readonly bare?: boolean;
}

/** A drawn chart: the content of an `<svg>`, and the target of the sight line. */
export interface ChartPicture {
  readonly markup: string;
  readonly target: { readonly x: number; readonly y: number } | null;
}

/** Scales of a chart: positions of times and prices. */
interface Frame {
  readonly size: PictureSize;
  /** Right end of the plot, where the price axis begins. */
  readonly right: number;
  readonly bottom: number;
  readonly step: number;
  readonly low: number;
  readonly high: number;
  x(timeMs: number): number;
  y(price: number): number;
}

interface AxisTag {
  readonly price: number;
  readonly fill: string;
  readonly ink: string;
  /** The tag of the last price keeps its position. */
  readonly fixed?: boolean;
}

const AXIS_PX = 66;
const DATES_PX = 26;
const TOP_PX = 14;
const TAG_PX = 17;
const GRID_LINES = 6;

const px = (value: number): string => value.toFixed(1);

/** Draws the closed bars, the box, the lines of the condition and the last close. */
export function drawChart(snapshot: Snapshot, size: PictureSize): ChartPicture {
  const frame = layOut(snapshot, size);
  const { condition, box, bars } = snapshot;
  const last = bars.at(-1);
  if (!frame || !last) return { markup: '', target: null };
  const active = condition?.active ? condition : null;
  const level = active?.price ?? last.c;
  const target = {
    x: frame.x(Math.max(active?.datetime ?? last.d, bars[0]?.d ?? last.d)),
    y: frame.y(level),
  };
  return {
    markup: [
      grid(
        frame,
        snapshot,
        active ? [last.c, active.price, active.sl, active.tp1, active.tp2] : [last.c],
      ),
      box ? drawBox(frame, box) : '',
      bars.map((bar) => candle(frame, bar)).join(''),
      active ? conditionLines(frame, active) : '',
      lastLine(frame, last.c),
      box && size.bare !== true ? nameOf(frame, box) : '',
      size.bare === true ? '' : tags(frame, snapshot, active, last.c),
      ring(target),
    ].join(''),
    target,
  };
}

/**
 * Returns the scales of a chart. Bars are evenly spaced, without gaps for closed hours; later times continue the
 * spacing. Null without two bars.
 */
function layOut({ bars, box, condition }: Snapshot, size: PictureSize): Frame | null {
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last || bars.length < 2) return null;
  const bare = size.bare === true;
  const paceMs = Math.min(...bars.slice(1).map(({ d }, i) => d - (bars[i]?.d ?? 0)));
  const ahead = box ? Math.max(0, (box.d.end - last.d) / paceMs) : 0;
  const slots = bars.length - 1 + Math.min(ahead, bars.length * 0.4) + (bare ? 1 : 3);
  const right = size.width - (bare ? 0 : AXIS_PX);
  const bottom = size.height - (bare ? 0 : DATES_PX);
  const step = right / (slots + 1);
  const lines = condition?.active ? [condition.sl, condition.tp1, condition.tp2] : [];
  const shown = [
    ...bars.flatMap(({ h, l }) => [h, l]),
    ...(box ? [box.p.top, box.p.bottom] : []),
    ...lines,
  ];
  const margin = (Math.max(...shown) - Math.min(...shown)) * 0.06 || 1;
  const high = Math.max(...shown) + margin;
  const low = Math.min(...shown) - margin;
  const place = (timeMs: number): number => {
    if (timeMs >= last.d) return bars.length - 1 + (timeMs - last.d) / paceMs;
    const after = bars.findIndex(({ d }) => d > timeMs);
    const from = bars[after - 1];
    const to = bars[after];
    return from && to ? after - 1 + (timeMs - from.d) / (to.d - from.d) : 0;
  };
  return {
    size,
    right,
    bottom,
    step,
    low,
    high,
    x: (timeMs) => Math.min(right, (place(timeMs) + 0.5) * step),
    y: (price) => TOP_PX + ((high - price) / (high - low)) * (bottom - TOP_PX),
  };
}

/** Draws the lines of the grid, with their prices where there is no tag. */
function grid(frame: Frame, { bars, digits }: Snapshot, tagged: readonly number[]): string {
  const { right, bottom, size } = frame;
  const parts: string[] = [];
  for (let i = 1; i < GRID_LINES; i += 1) {
    const price = frame.low + ((frame.high - frame.low) * i) / GRID_LINES;
    const y = px(frame.y(price));
    parts.push(`<path d="M0 ${y}H${px(right)}" stroke="var(--chart-grid)"/>`);
    const isFree = tagged.every((at) => Math.abs(frame.y(at) - frame.y(price)) > TAG_PX + 2);
    if (size.bare !== true && isFree) {
      parts.push(
        `<text x="${px(right + 8)}" y="${px(frame.y(price) + 4)}" fill="var(--chart-axis)">${formatPrice(pageLanguage(), price, digits)}</text>`,
      );
    }
  }
  const every = Math.max(1, Math.ceil(96 / frame.step));
  for (let i = Math.floor(every / 2); i < bars.length; i += every) {
    const bar = bars[i];
    if (!bar) continue;
    const x = px(frame.x(bar.d));
    parts.push(`<path d="M${x} 0V${px(bottom)}" stroke="var(--chart-grid)"/>`);
    if (size.bare !== true) {
      parts.push(
        `<text x="${x}" y="${px(bottom + 17)}" text-anchor="middle" fill="var(--chart-axis)">${formatDay(pageLanguage(), bar.d, bar.d)}</text>`,
      );
    }
  }
  return parts.join('');
}

function drawBox(frame: Frame, { p, d }: NonNullable<Snapshot['box']>): string {
  const left = frame.x(d.start);
  const right = frame.x(d.end);
  const top = frame.y(p.top);
  const bottom = frame.y(p.bottom);
  const h = (price: number) => `M${px(left)} ${px(frame.y(price))}H${px(right)}`;
  const v = (timeMs: number) => `M${px(frame.x(timeMs))} ${px(top)}V${px(bottom)}`;
  const area = `x="${px(left)}" y="${px(top)}" width="${px(right - left)}" height="${px(bottom - top)}"`;
  const marks: string[] = [];
  for (let i = 0; i <= 16; i += 1) {
    const depth = i % 4 === 0 ? 7 : i % 2 === 0 ? 4.5 : 2.5;
    marks.push(`M${px(left)} ${px(top + ((bottom - top) * i) / 16)}h${depth}`);
  }
  const line = 'stroke="var(--hayyam-l)" fill="none"';
  return [
    `<rect ${area} fill="var(--bx-hayyam)" opacity="var(--box-fill)"/>`,
    `<rect ${area} ${line} stroke-width="1.5"/>`,
    `<path d="${h(p.middle)}${v(d.middle)}" ${line} stroke-width="1.1" opacity=".85"/>`,
    `<path d="${h(p.middleUp)}${h(p.middleDown)}${v(d.fQuarter)}${v(d.lQuarter)}" ${line} stroke-dasharray="2 4" opacity=".75"/>`,
    `<path d="${marks.join('')}" ${line}/>`,
  ].join('');
}

function candle(frame: Frame, { d, o, h, l, c }: Snapshot['bars'][number]): string {
  const x = frame.x(d);
  const width = Math.max(2, Math.min(9, frame.step * 0.64));
  const top = frame.y(Math.max(o, c));
  const bottom = Math.max(frame.y(Math.min(o, c)), top + 1);
  const isUp = c >= o;
  const colour = isUp ? 'var(--candle-up)' : 'var(--candle-down)';
  const fill = isUp ? 'var(--chart-bg)' : colour;
  return (
    `<path d="M${px(x)} ${px(frame.y(h))}V${px(top)}M${px(x)} ${px(bottom)}V${px(frame.y(l))}" stroke="${colour}"/>` +
    `<rect x="${px(x - width / 2)}" y="${px(top)}" width="${px(width)}" height="${px(bottom - top)}" fill="${fill}" stroke="${colour}"/>`
  );
}

/** Draws the condition: entry and stop from the signal's bar to the axis, the targets over the newest bars alone. */
function conditionLines(
  frame: Frame,
  { way, price, sl, tp1, tp2, datetime }: SnapshotCondition,
): string {
  const from = frame.x(datetime);
  const late = Math.max(from, frame.right - 14 * frame.step - 60);
  const colour = way ? 'var(--up)' : 'var(--down)';
  const line = (at: number, start: number, stroke: string, more: string) =>
    `<path d="M${px(start)} ${px(frame.y(at))}H${px(frame.right)}" stroke="${stroke}" fill="none" ${more}/>`;
  const words = (at: number, word: string) =>
    frame.size.bare === true
      ? ''
      : `<text x="${px(frame.right - 6)}" y="${px(frame.y(at) - 5)}" text-anchor="end" fill="var(--text-2)">${word}</text>`;
  return [
    line(price, from, 'var(--chart-bg)', 'stroke-width="4"'),
    line(price, from, colour, 'stroke-width="2"'),
    line(tp1, late, 'var(--up)', 'stroke-width="1.4" stroke-dasharray="6 4"'),
    line(tp2, late, 'var(--up)', 'stroke-width="1.4" stroke-dasharray="6 4"'),
    line(sl, from, 'var(--down)', 'stroke-width="1.4" stroke-dasharray="6 4"'),
    words(tp1, 'TP1'),
    words(tp2, 'TP2'),
    words(sl, 'SL'),
  ].join('');
}

function lastLine(frame: Frame, price: number): string {
  const y = px(frame.y(price));
  return `<path d="M0 ${y}H${px(frame.right)}" stroke="var(--text-3)" stroke-dasharray="1 3"/>`;
}

function nameOf(frame: Frame, { d, p }: NonNullable<Snapshot['box']>): string {
  const x = frame.x(d.start);
  const y = frame.y(p.top) - 22;
  return (
    `<rect x="${px(x)}" y="${px(y)}" width="64" height="18" rx="3" fill="var(--hayyam-b)"/>` +
    `<rect x="${px(x + 6)}" y="${px(y + 5)}" width="8" height="8" rx="1.5" fill="var(--bx-hayyam)"/>` +
    `<text x="${px(x + 19)}" y="${px(y + 13)}" fill="var(--hayyam-t)">Hayyam</text>`
  );
}

/** Draws the price tags at the axis, at least seventeen pixels apart; the tag of the last price keeps its position. */
function tags(
  frame: Frame,
  { digits }: Snapshot,
  condition: SnapshotCondition | null,
  last: number,
): string {
  const own = condition?.way === false ? 'down' : 'up';
  const list: AxisTag[] = [{ price: last, fill: 'var(--text)', ink: 'var(--bg)', fixed: true }];
  if (condition) {
    const ink = own === 'up' ? 'var(--up)' : 'var(--down-text)';
    list.push({ price: condition.price, fill: `var(--${own}-bg)`, ink });
    list.push({ price: condition.tp1, fill: 'var(--up-bg)', ink: 'var(--up)' });
    list.push({ price: condition.tp2, fill: 'var(--up-bg)', ink: 'var(--up)' });
    list.push({ price: condition.sl, fill: 'var(--down-bg)', ink: 'var(--down-text)' });
  }
  return spread(list.map((tag) => ({ ...tag, y: frame.y(tag.price) })))
    .map(
      ({ y, price, fill, ink }) =>
        `<rect x="${px(frame.right + 2)}" y="${px(y - 8.5)}" width="${AXIS_PX - 4}" height="${TAG_PX}" rx="2" fill="var(--chart-bg)"/>` +
        `<rect x="${px(frame.right + 2)}" y="${px(y - 8)}" width="${AXIS_PX - 4}" height="${TAG_PX - 1}" rx="2" fill="${fill}"/>` +
        `<text x="${px(frame.right + 8)}" y="${px(y + 4)}" fill="${ink}">${formatPrice(pageLanguage(), price, digits)}</text>`,
    )
    .join('');
}

/** Moves overlapping tags away from the fixed one; their order is kept. */
export function spread<T extends { readonly y: number; readonly fixed?: boolean }>(
  list: readonly T[],
): T[] {
  const sorted = list.toSorted((a, b) => a.y - b.y);
  const middle = Math.max(
    0,
    sorted.findIndex(({ fixed }) => fixed === true),
  );
  const ys = sorted.map(({ y }) => y);
  for (let i = middle + 1; i < ys.length; i += 1) {
    ys[i] = Math.max(ys[i] ?? 0, (ys[i - 1] ?? 0) + TAG_PX);
  }
  for (let i = middle - 1; i >= 0; i -= 1) {
    ys[i] = Math.min(ys[i] ?? 0, (ys[i + 1] ?? 0) - TAG_PX);
  }
  return sorted.map((tag, i) => ({ ...tag, y: ys[i] ?? tag.y }));
}

function ring({ x, y }: { readonly x: number; readonly y: number }): string {
  return `<circle cx="${px(x)}" cy="${px(y)}" r="6" fill="none" stroke="var(--brass)" stroke-width="2"/>`;
}
