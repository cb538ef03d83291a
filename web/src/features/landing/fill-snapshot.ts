import { read } from '../../api/client/read.ts';
import { formatChange, formatPrice } from '../../i18n/format.ts';
import { all, fill } from '../../ui/document/elements.ts';
import { drawChart } from './chart-picture.ts';
import { computeSightLine } from './sight-line.ts';
import { describeLadder, drawGauge, drawLadder } from './small-pictures.ts';
import type { Snapshot } from './snapshot.ts';
import { pageLanguage, word } from './words.ts';

/** Draws the simulated symbol in each place of the page; without a snapshot the pictures are removed. */
export async function fillSnapshot(): Promise<void> {
  const snapshot = await read('/snapshot');
  if (!snapshot || snapshot.bars.length < 2) {
    for (const element of all('[data-snapshot]')) element.hidden = true;
    return;
  }
  fillWords(snapshot);
  fillSmall(snapshot);
  // The observer reports visible elements at once, others when they come near the screen, and all of them after a
  // resize.
  const observer = new ResizeObserver((entries) => {
    // The hero and its chart are reported together.
    const charts = new Set(
      entries.map(({ target }) =>
        target.matches('[data-hero]') ? target.querySelector('[data-chart]') : target,
      ),
    );
    // Everything is measured before anything is drawn, so that the layout is computed once.
    const drawn = [...charts].flatMap((svg) => {
      if (!(svg instanceof SVGSVGElement)) return [];
      return [svg.matches('[data-ladder]') ? fitLadder(svg, snapshot) : draw(svg, snapshot)];
    });
    for (const finish of drawn) finish();
  });
  for (const element of all('[data-hero], [data-chart], [data-ladder]')) observer.observe(element);
}

function fillWords(snapshot: Snapshot): void {
  const { symbol, resolution, condition, digits, bars } = snapshot;
  const price = (value: number | undefined) => formatPrice(pageLanguage(), value ?? null, digits);
  const active = condition?.active ? condition : null;
  fill('symbol', symbol);
  fill('resolution', word(`word.${resolution}`));
  fill('last', price(bars.at(-1)?.c));
  fill('entry', price(active?.price));
  fill('target', price(active?.tp1));
  fill('stop', price(active?.sl));
  fill(
    'condition',
    word(active ? (active.way ? 'word.buyActive' : 'word.sellActive') : 'word.noCondition'),
  );
  fill('way', active ? word(active.way ? 'word.buy' : 'word.sell') : '');
  for (const element of all('[data-fill="condition"], [data-fill="way"]')) {
    if (active) element.dataset.way = active.way ? 'up' : 'down';
  }
  fillWhy(snapshot);
}

/** Fills in the upper trade line of the box and its calculation from the box's edges. */
function fillWhy({ box, bars, digits }: Snapshot): void {
  const last = bars.at(-1)?.c;
  if (!box || last === undefined) return;
  const { top, bottom, upTrade } = box.p;
  const language = pageLanguage();
  const price = (value: number) => formatPrice(language, value, digits);
  fill('why line', price(upTrade));
  fill('why away', formatChange(language, (upTrade / last - 1) * 100));
  fill('why height', `${price(top)} − ${price(bottom)} = ${price(top - bottom)}`);
  fill('why sum', `${price(bottom)} + ${price(top - bottom)} × 33/32 = ${price(upTrade)}`);
  for (const note of all('[data-box-over]')) note.hidden = (bars.at(-1)?.d ?? 0) < box.d.end;
  for (const panel of all('[data-why]')) panel.hidden = false;
}

function fillSmall({ condition, cycle, bars, digits }: Snapshot): void {
  const last = bars.at(-1)?.c ?? 0;
  for (const sample of all('[data-sample]')) sample.hidden = !condition?.active;
  for (const svg of all<SVGSVGElement>('[data-ladder]')) {
    if (!condition?.active) {
      svg.remove();
      continue;
    }
    svg.innerHTML = drawLadder(condition, last, digits, svg.viewBox.baseVal.width);
    name(svg, describeLadder(condition, last, digits));
  }
  for (const svg of all<SVGSVGElement>('[data-gauge]')) {
    if (!cycle) {
      svg.remove();
      continue;
    }
    svg.innerHTML = drawGauge(cycle.value);
    const sign = word(cycle.positive ? 'word.positive' : 'word.negative');
    name(svg, `${word('word.cycle')} ${formatPrice(pageLanguage(), cycle.value, 2)}, ${sign}`);
  }
}

/** Measures the place of a ladder and returns a function that draws it in that width; its words keep their size. */
function fitLadder(svg: SVGSVGElement, { condition, bars, digits }: Snapshot): () => void {
  const { width } = svg.getBoundingClientRect();
  if (!condition || width < 80) return () => undefined;
  const markup = drawLadder(condition, bars.at(-1)?.c ?? 0, digits, width);
  return () => {
    svg.setAttribute('viewBox', `0 0 ${width} 54`);
    svg.innerHTML = markup;
  };
}

/** Sets the description of a picture for screen readers. */
function name(svg: SVGSVGElement, text: string): void {
  svg.setAttribute('role', 'img');
  svg.removeAttribute('aria-labelledby');
  svg.setAttribute('aria-label', text);
}

/** Measures the place of a chart and returns a function that draws it. */
function draw(svg: SVGSVGElement, snapshot: Snapshot): () => void {
  const place = svg.getBoundingClientRect();
  const { width, height } = place;
  if (width < 80) return () => undefined;
  const kind = svg.dataset.chart;
  const picture = drawChart(snapshot, { width, height, bare: kind === 'phone' });
  const finishSight =
    kind === 'hero' && picture.target ? drawSight(place, picture.target) : () => undefined;
  return () => {
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.innerHTML = picture.markup;
    name(svg, describeChart(snapshot));
    finishSight();
  };
}

function describeChart({ symbol, resolution, bars, condition, digits }: Snapshot): string {
  const last = bars.at(-1)?.c ?? 0;
  const what = [
    symbol,
    word(`word.${resolution}`),
    `${bars.length} ${word('word.candles')}`,
    word('word.simulated'),
  ].join(', ');
  const close = `${word('word.last')} ${formatPrice(pageLanguage(), last, digits)}.`;
  return condition?.active
    ? `${what}. ${close} ${describeLadder(condition, last, digits)}`
    : `${what}. ${close}`;
}

/** Returns a function that draws the sight line to the ringed level of the chart, at any size of the window. */
function drawSight(place: DOMRect, target: { readonly x: number; readonly y: number }): () => void {
  const sight = document.querySelector<SVGSVGElement>('[data-sight]');
  const hero = sight?.parentElement?.getBoundingClientRect();
  const [solid, dotted] = sight?.children ?? [];
  if (!sight || !hero || !solid || !dotted) return () => undefined;
  const left = place.left - hero.left;
  const top = place.top - hero.top;
  const lines = computeSightLine(hero.height, left, { x: left + target.x, y: top + target.y });
  return () => {
    solid.setAttribute('d', lines.solid);
    dotted.setAttribute('d', lines.dotted);
    sight.classList.add('shows');
  };
}
