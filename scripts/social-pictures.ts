import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.ts';

// `node scripts/social-pictures.ts` draws the pictures of link previews, 1200 by 630, into `web/public/social`: the
// quadrant and its sight line for the landing page, a signal among its matched entries for the record, the five boxes
// for every other page. Run it again, and commit the files, when a drawing changes.

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'web/public/social');
const FONTS = path.join(ROOT, 'node_modules/@fontsource-variable/archivo/files');
const WIDTH = 1200;
const HEIGHT = 630;
/** Colours of the dark theme. */
const COLOUR = {
  bg: '#0a0e13',
  s1: '#10151b',
  line: '#222a33',
  text: '#e9edf1',
  quiet: '#aab4bf',
  brass: '#e3c27c',
  up: '#4fd1bd',
  down: '#f2584b',
} as const;

type Point = readonly [x: number, y: number];

function tick(centre: Point, radius: number, angle: number, length: number): string {
  const at = (r: number): string =>
    `${(centre[0] + r * Math.cos(angle)).toFixed(1)} ${(centre[1] - r * Math.sin(angle)).toFixed(1)}`;
  return `M${at(radius)}L${at(radius - length)}`;
}

/** Returns the graduated quarter of a circle: ticks of one, two and four lengths. */
function quadrant(centre: Point, radius: number): string {
  const [x, y] = centre;
  const ticks = Array.from({ length: 91 }, (_, degree) =>
    tick(
      centre,
      radius,
      (degree * Math.PI) / 180,
      degree % 10 === 0 ? 22 : degree % 5 === 0 ? 14 : 7,
    ),
  ).join('');
  return (
    `<g fill="none" stroke="${COLOUR.brass}"><path d="${ticks}" stroke-opacity=".55"/>` +
    `<path d="M${x} ${y}V${y - radius}A${radius} ${radius} 0 0 1 ${x + radius} ${y}Z" stroke-width="2"/>` +
    `<path d="M${x} ${y - radius * 0.72}A${radius * 0.72} ${radius * 0.72} 0 0 1 ${x + radius * 0.72} ${y}" stroke-dasharray="2 7" stroke-opacity=".6"/></g>`
  );
}

/** Returns candles of an invented market: the sum of two waves. */
function candles(left: number, count: number, step: number, middle: number): string {
  const price = (i: number): number =>
    middle - 96 * Math.sin(i / 5.4 + 4.4) - 34 * Math.sin(i / 2.3 + 1) - i * 3.2;
  return Array.from({ length: count }, (_, i) => {
    const open = price(i);
    const close = price(i + 1);
    const up = close < open;
    const x = left + i * step;
    const [top, bottom] = [Math.min(open, close), Math.max(open, close)];
    const colour = up ? COLOUR.up : COLOUR.down;
    const reach = 7 + 6 * Math.abs(Math.sin(i * 1.7));
    return (
      `<path d="M${x} ${(top - reach).toFixed(1)}V${(bottom + reach).toFixed(1)}" stroke="${colour}"/>` +
      `<rect x="${x - step * 0.32}" y="${top.toFixed(1)}" width="${(step * 0.64).toFixed(1)}" height="${Math.max(2, bottom - top).toFixed(1)}" fill="${up ? COLOUR.bg : colour}" stroke="${colour}"/>`
    );
  }).join('');
}

function landing(): string {
  const centre: Point = [84, 556];
  const target: Point = [1040, 176];
  return (
    `<rect x="640" y="90" width="476" height="466" rx="8" fill="${COLOUR.s1}" stroke="${COLOUR.line}"/>` +
    `<path d="M640 ${target[1]}H1116" stroke="${COLOUR.brass}" stroke-dasharray="6 4" stroke-opacity=".7"/>` +
    candles(664, 34, 13, 400) +
    quadrant(centre, 270) +
    `<path d="M${centre.join(' ')}L${target.join(' ')}" stroke="${COLOUR.brass}" stroke-width="2.5"/>` +
    `<circle cx="${target[0]}" cy="${target[1]}" r="11" fill="${COLOUR.s1}" stroke="${COLOUR.brass}" stroke-width="4"/>`
  );
}

function record(): string {
  const [left, right, y] = [84, 1116, 486];
  const entries = Array.from({ length: 40 }, (_, i) => {
    const spread =
      Math.sin(i * 2.399) * 0.45 + Math.sin(i * 5.1) * 0.33 + Math.sin(i * 3.7 + 2) * 0.3;
    const x = (left + right) / 2 - 20 + spread * 400;
    return `<circle cx="${x.toFixed(1)}" cy="${y - 22 - (i % 6) * 22}" r="6.5" fill="none" stroke="${COLOUR.quiet}" stroke-opacity=".65" stroke-width="1.6"/>`;
  }).join('');
  const marks = Array.from({ length: 65 }, (_, i) => {
    const x = left + (i * (right - left)) / 64;
    return `M${x.toFixed(1)} ${y}v${i % 16 === 0 ? 26 : i % 4 === 0 ? 16 : 8}`;
  }).join('');
  return (
    `<path d="M${left} ${y}H${right}" stroke="${COLOUR.text}" stroke-width="2"/><path d="${marks}" stroke="${COLOUR.quiet}"/>` +
    entries +
    `<path d="M682 ${y - 96}v96" stroke="${COLOUR.brass}" stroke-width="2"/>` +
    `<circle cx="682" cy="${y - 108}" r="12" fill="${COLOUR.bg}" stroke="${COLOUR.brass}" stroke-width="5"/>`
  );
}

const BOXES = [
  ['#5c80ff', ''],
  ['#d07a12', '16 6'],
  ['#00be27', '6 6'],
  ['#00d9cc', '18 6 4 6'],
  ['#8a6eff', '3 6'],
] as const;

function general(): string {
  return BOXES.map(([colour, dash], at) => {
    const [x, y, width, height] = [84 + at * 211, 320 - (at % 2) * 26, 188, 190 + (at % 3) * 24];
    const edge = Array.from({ length: 17 }, (_, i) => {
      const deep = i % 4 === 0 ? 16 : i % 2 === 0 ? 10 : 6;
      return `M${x} ${(y + (i * height) / 16).toFixed(1)}h${deep}`;
    }).join('');
    return (
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}" fill-opacity=".13" stroke="${colour}" stroke-width="2.5" stroke-dasharray="${dash}"/>` +
      `<path d="${edge}" stroke="${colour}"/><path d="M${x} ${y + height / 2}h${width}M${x + width / 2} ${y}v${height}" stroke="${colour}" stroke-opacity=".7"/>`
    );
  }).join('');
}

const PICTURES = [
  { name: 'landing', title: 'Piyasayı<br>rasat edin.', width: 540, drawing: landing() },
  {
    name: 'record',
    title: 'Her sinyal, sonucu ve yanında eşlenmiş girişler.',
    width: 900,
    drawing: record(),
  },
  { name: 'general', title: 'Beş kutu, bir cetvel.', width: 900, drawing: general() },
] as const;

function page({ title, width, drawing }: (typeof PICTURES)[number]): string {
  const faces = ['latin-ext', 'latin']
    .map(
      (subset) =>
        `@font-face{font-family:Archivo;src:url("file://${FONTS}/archivo-${subset}-standard-normal.woff2");` +
        `font-weight:100 900;font-stretch:62% 125%;unicode-range:${subset === 'latin' ? 'U+0000-00FF,U+0131' : 'U+0100-0130,U+0132-02FF'}}`,
    )
    .join('');
  return (
    `<!doctype html><meta charset="utf-8"><style>${faces}` +
    `*{margin:0}body{width:${WIDTH}px;height:${HEIGHT}px;position:relative;background:${COLOUR.bg};color:${COLOUR.text};font-family:Archivo;overflow:hidden}` +
    'svg{position:absolute;inset:0}div{position:absolute;left:84px;top:66px;display:flex;align-items:center;gap:14px;font:680 34px/1 Archivo;font-stretch:118%}' +
    `div svg{position:static;color:${COLOUR.brass}}h1{position:absolute;left:84px;top:132px;width:${width}px;font:640 56px/1.08 Archivo;font-stretch:114%;letter-spacing:-.02em}` +
    `</style><svg width="${WIDTH}" height="${HEIGHT}">${drawing}</svg>` +
    '<div><svg width="46" height="46" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M4 20V4a16 16 0 0 1 16 16z" stroke-linejoin="round"/><path d="M4 20 16.2 7.8" stroke-linecap="round"/><circle cx="17.6" cy="6.4" r="1.7" fill="currentColor" stroke="none"/></svg>Rasat</div>' +
    `<h1>${title}</h1>`
  );
}

const browser = findChromium();
if (browser === null) throw new Error('there is no Chromium to draw with');
const work = mkdtempSync(path.join(os.tmpdir(), 'rasat-social-'));
mkdirSync(FOLDER, { recursive: true });
for (const picture of PICTURES) {
  const source = path.join(work, `${picture.name}.html`);
  writeFileSync(source, page(picture));
  const { status, stderr } = spawnSync(
    browser,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--hide-scrollbars',
      '--force-device-scale-factor=1',
      `--window-size=${WIDTH},${HEIGHT}`,
      `--screenshot=${path.join(FOLDER, `${picture.name}.png`)}`,
      `file://${source}`,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${picture.name} was not drawn: ${stderr}`);
}
rmSync(work, { recursive: true });
