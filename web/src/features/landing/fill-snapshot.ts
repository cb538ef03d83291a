import { read } from '../../api/read.ts';
import { formatPrice } from '../../i18n/format.ts';
import { all, fill } from '../../ui/document/elements.ts';
import { drawChart } from './chart-picture.ts';
import { sightTo } from './sight.ts';
import { drawGauge, drawLadder, tellLadder } from './small-pictures.ts';
import type { Snapshot } from './snapshot.ts';

const RESOLUTIONS: Readonly<Record<Snapshot['resolution'], string>> = {
  '60': '1 saat',
  '240': '4 saat',
  '1D': 'Günlük',
  '1W': 'Haftalık',
};

/** Draws the simulated symbol wherever the page shows one; without one its pictures are taken away. */
export async function fillSnapshot(): Promise<void> {
  const snapshot = await read('/snapshot');
  if (!snapshot || snapshot.bars.length < 2) {
    for (const element of all('[data-snapshot]')) element.hidden = true;
    return;
  }
  fillWords(snapshot);
  fillSmall(snapshot);
  // Whoever is observed is told of at once, and a picture beyond the screen when it comes near; again with another size.
  const observer = new ResizeObserver((entries) => {
    // The hero and its chart are told of together.
    const charts = new Set(
      entries.map(({ target }) =>
        target.matches('[data-hero]') ? target.querySelector('[data-chart]') : target,
      ),
    );
    // All is measured before anything is drawn, which would make the page lay itself out in between.
    const drawn = [...charts].flatMap((svg) =>
      svg instanceof SVGSVGElement ? [draw(svg, snapshot)] : [],
    );
    for (const finish of drawn) finish();
  });
  for (const element of all('[data-hero], [data-chart]')) observer.observe(element);
}

function fillWords({ symbol, resolution, condition, digits, bars }: Snapshot): void {
  const price = (value: number | undefined) => formatPrice('tr', value ?? null, digits);
  const active = condition?.active ? condition : null;
  fill('symbol', symbol);
  fill('resolution', RESOLUTIONS[resolution]);
  fill('last', price(bars.at(-1)?.c));
  fill('entry', price(active?.price));
  fill('target', price(active?.tp1));
  fill('stop', price(active?.sl));
  const way = active ? `${active.way ? 'Alış' : 'Satış'} koşulu etkin` : 'Etkin koşul yok';
  fill('condition', way);
  fill('way', active ? (active.way ? 'Alış' : 'Satış') : '');
  for (const element of all('[data-fill="condition"], [data-fill="way"]')) {
    if (active) element.dataset.way = active.way ? 'up' : 'down';
  }
}

function fillSmall({ condition, cycle, bars, digits }: Snapshot): void {
  const last = bars.at(-1)?.c ?? 0;
  for (const svg of all<SVGSVGElement>('[data-ladder]')) {
    if (!condition) {
      svg.remove();
      continue;
    }
    svg.innerHTML = drawLadder(condition, last, digits, svg.viewBox.baseVal.width);
    svg.setAttribute('aria-label', tellLadder(condition, last, digits));
  }
  for (const svg of all<SVGSVGElement>('[data-gauge]')) {
    if (!cycle) {
      svg.remove();
      continue;
    }
    svg.innerHTML = drawGauge(cycle.value);
    const word = cycle.positive ? 'pozitif' : 'negatif';
    svg.setAttribute('aria-label', `Döngü ${formatPrice('tr', cycle.value, 2)}, ${word}`);
  }
}

/** Measures a chart's place and answers how to draw it there. */
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
    svg.setAttribute('aria-label', tellChart(snapshot));
    finishSight();
  };
}

function tellChart({ symbol, resolution, bars, condition, digits }: Snapshot): string {
  const last = bars.at(-1)?.c ?? 0;
  const what = `${symbol}, ${RESOLUTIONS[resolution]}, son ${bars.length} mum, simülasyon. Son kapanış ${formatPrice('tr', last, digits)}.`;
  return condition?.active ? `${what} ${tellLadder(condition, last, digits)}` : what;
}

/** The sighting rule meets the level that the chart rings, wherever the window puts it. */
function drawSight(place: DOMRect, target: { readonly x: number; readonly y: number }): () => void {
  const sight = document.querySelector<SVGSVGElement>('[data-sight]');
  const hero = sight?.parentElement?.getBoundingClientRect();
  const [solid, dotted] = sight?.children ?? [];
  if (!sight || !hero || !solid || !dotted) return () => undefined;
  const left = place.left - hero.left;
  const top = place.top - hero.top;
  const lines = sightTo(hero.height, left, { x: left + target.x, y: top + target.y });
  return () => {
    solid.setAttribute('d', lines.solid);
    dotted.setAttribute('d', lines.dotted);
    sight.classList.add('shows');
  };
}
