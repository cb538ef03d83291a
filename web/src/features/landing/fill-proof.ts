import {
  headlineOf,
  orderSources,
  type RecordHeadline,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import { read } from '../../api/client/read.ts';
import { formatCount, formatDate, formatSigned } from '../../i18n/format.ts';
import { all, fill } from '../../ui/document/elements.ts';
import { describeChances } from './describe-chances.ts';
import { pageLanguage, word } from './words.ts';

type Part = Reply<typeof ROUTES.record>['parts'][number];

/**
 * Fills in the record's primary question for live rows of a venue, else of imported files, else of simulated prices,
 * and how often the chances of touch of the same source came true.
 */
export async function fillProof(): Promise<void> {
  const record = await read('/record');
  const parts: readonly Part[] = record?.parts ?? [];
  const [source] = orderSources(parts);
  if (source === undefined) return;
  const calibration = await read('/record/calibration', { source, origin: 'live', scope: 'all' });
  const headline = headlineOf(parts, source);
  const texts = describeHeadline(headline);
  for (const [name, text] of Object.entries(describeChances(calibration))) {
    for (const place of all(`[data-fill="proof ${name}"]`)) {
      place.textContent = text === '' ? '' : `${text} ${originOf(source)}`;
      place.hidden = text === '';
    }
  }
  for (const [name, text] of Object.entries(texts)) {
    fill(`proof ${name}`, text);
    for (const place of all(`[data-figure] [data-fill="proof ${name}"]`)) {
      const figure = place.closest<HTMLElement>('[data-figure]');
      if (figure) figure.hidden = text === '';
    }
  }
  for (const svg of all<SVGSVGElement>('[data-counted]')) {
    svg.innerHTML = drawCounted(headline);
    svg.setAttribute('aria-label', `${word('record.counted')}: ${texts.counted}`);
  }
  for (const section of all('[data-section="proof"]')) section.hidden = false;
}

/** Returns the source of prices as a sentence. */
function originOf(source: string): string {
  if (source === 'simulated') return word('record.simulated');
  return source === 'file' ? word('record.imported') : `${word('record.source')} ${source}.`;
}

/** Number of rows of the first look. */
const FIRST_LOOK = 250;

/** Returns the number of rows of the next look; after the last one, that of the last. */
const goalOf = ({ next, look }: Pick<RecordHeadline, 'next' | 'look'>): number =>
  next?.rows ?? look?.rows ?? FIRST_LOOK;

/** Returns the texts of the headline; empty ones for a difference before the first look and an unknown time. */
export function describeHeadline(
  headline: RecordHeadline,
): Record<'verdict' | 'about' | 'counted' | 'difference' | 'nextLook', string> {
  const language = pageLanguage();
  const { kind, source, settled, look, next } = headline;
  const answer = ANSWERS[kind];
  const multiple = (value: number): string => formatSigned(language, value, 3);
  const difference = look?.difference ?? null;
  return {
    verdict: word(answer),
    about: `${word(`${answer}Text`)} ${originOf(source)}`,
    counted: `${formatCount(language, settled)} / ${formatCount(language, goalOf(headline))}`,
    difference: difference
      ? `${multiple(difference.value)} R [${multiple(difference.low)}; ${multiple(difference.high)}]`
      : '',
    nextLook: next?.expected ? formatDate(language, next.expected) : '',
  };
}

const ANSWERS = {
  none: 'record.answerNone',
  early: 'record.answerEarly',
  open: 'record.answerOpen',
  better: 'record.answerBetter',
  worse: 'record.answerWorse',
} as const;

/** Draws a graduated rule from no row to those of the next look, as the content of an `<svg>` of 560 by 74. */
export function drawCounted(headline: Pick<RecordHeadline, 'settled' | 'next' | 'look'>): string {
  const language = pageLanguage();
  const { settled } = headline;
  const goal = goalOf(headline);
  const share = settled / goal;
  const at = 10 + 540 * Math.min(1, share);
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
    `<text x="${Math.min(530, Math.max(12, at)).toFixed(1)}" y="20" text-anchor="${share > 0.9 ? 'end' : share < 0.05 ? 'start' : 'middle'}" fill="var(--text)">${formatCount(language, settled)}</text>`,
    end(550, 'end', goal),
  ].join('');
}
