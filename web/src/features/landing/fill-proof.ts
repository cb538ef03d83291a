import {
  headlineOf,
  orderSources,
  type RecordHeadline,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import { read } from '../../api/client/read.ts';
import { formatCount, formatPercent, formatSigned } from '../../i18n/format.ts';
import { all, fill } from '../../ui/document/elements.ts';
import { pageLanguage, word } from './words.ts';

type Part = Reply<typeof ROUTES.record>['parts'][number];

/** Fills in the figures of the record's live rows: those of a venue, else imported ones, else simulated ones. */
export async function fillProof(): Promise<void> {
  const record = await read('/record');
  const parts = record?.parts ?? [];
  const [source] = orderSources(parts);
  if (source === undefined) return;
  const headline = headlineOf(parts, source);
  const live = parts.find((part) => part.source === source && part.origin === 'live');
  for (const [name, text] of Object.entries(describeHeadline(headline, live?.whole ?? null))) {
    fill(`proof ${name}`, text);
    for (const place of all(`[data-figure] [data-fill="proof ${name}"]`)) {
      const figure = place.closest<HTMLElement>('[data-figure]');
      if (figure) figure.hidden = text === '';
    }
  }
  for (const svg of all<SVGSVGElement>('[data-days]')) {
    svg.innerHTML = drawDays(headline);
    svg.setAttribute('aria-label', `${word('record.days')}: ${describeDays(headline)}`);
  }
  for (const section of all('[data-section="proof"]')) section.hidden = false;
}

const describeDays = ({ days, neededDays }: Pick<RecordHeadline, 'days' | 'neededDays'>): string =>
  `${formatCount(pageLanguage(), days)} / ${formatCount(pageLanguage(), neededDays)}`;

/**
 * Returns the texts of the headline. With too few live rows these are the days so far and the days needed, without a
 * rate; later each rate has the rate of the matched entries and the interval after costs.
 */
export function describeHeadline(
  headline: RecordHeadline,
  whole: Part['whole'],
): Record<'verdict' | 'about' | 'rows' | 'days' | 'hits' | 'matched' | 'net', string> {
  const language = pageLanguage();
  const { kind, source, rows, net } = headline;
  const origin =
    source === 'simulated'
      ? word('record.simulated')
      : source === 'file'
        ? word('record.imported')
        : `${word('record.source')} ${source}.`;
  const multiple = (value: number): string => formatSigned(language, value, 3);
  const hits = kind === 'early' ? null : (whole?.hits ?? null);
  return {
    verdict: word(`record.${kind}`),
    about: `${word(`record.${kind}Text`)} ${origin}`,
    rows: formatCount(language, rows),
    days: describeDays(headline),
    hits: hits ? formatPercent(language, hits.share * 100, 1) : '',
    matched: hits ? formatPercent(language, hits.baseline * 100, 1) : '',
    net:
      kind === 'early' || net === null
        ? ''
        : `${multiple(net.value)} R [${multiple(net.low)}; ${multiple(net.high)}]`,
  };
}

/** Draws a graduated rule from the first live day to the last one needed, as the content of an `<svg>` of 560 by 74. */
export function drawDays({
  days,
  neededDays,
}: Pick<RecordHeadline, 'days' | 'neededDays'>): string {
  const language = pageLanguage();
  const at = 10 + 540 * Math.min(1, days / neededDays);
  const marks = Array.from({ length: 51 }, (_, i) => {
    const x = (10 + i * 10.8).toFixed(1);
    return `M${x} 36v${i % 10 === 0 ? 12 : i % 5 === 0 ? 9 : 6}`;
  });
  const end = (x: number, anchor: string, value: number) =>
    `<text x="${x}" y="66" text-anchor="${anchor}" fill="var(--text-3)">${formatCount(language, value)}</text>`;
  return [
    '<path d="M10 36H550" stroke="var(--line-ctl)"/>',
    `<path d="${marks.join('')}" stroke="var(--line-ctl)"/>`,
    `<path d="M10 36H${at.toFixed(1)}" stroke="var(--text)" stroke-width="3"/>`,
    `<circle cx="${at.toFixed(1)}" cy="36" r="6" fill="var(--chart-bg)" stroke="var(--brass)" stroke-width="2"/>`,
    `<text x="${Math.min(530, Math.max(12, at)).toFixed(1)}" y="20" text-anchor="${days / neededDays > 0.9 ? 'end' : days / neededDays < 0.05 ? 'start' : 'middle'}" fill="var(--text)">${formatCount(language, days)}</text>`,
    end(550, 'end', neededDays),
  ].join('');
}
