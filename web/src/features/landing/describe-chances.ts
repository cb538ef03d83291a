import type { Reply, ROUTES, SiteText } from '@rasat/contract';
import { formatCount, formatDate, formatPercent } from '../../i18n/format.ts';
import { shareRangeOf } from '../../ui/share-range.ts';
import { pageLanguage, word } from './words.ts';

type Calibration = Reply<typeof ROUTES.recordCalibration>;
type Bin = NonNullable<Calibration['scopes'][number]['levels'][number]['figures']['bins'][number]>;

/** Returns a text of the document with its values, which it has in braces by their names. */
function wordWith(name: SiteText, values: Readonly<Record<string, string>>): string {
  return word(name).replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/**
 * Returns the bin of ten with the most levels, the lower one of equal ones, and its place. The rule is fixed, so that
 * no one chooses a bin whose figure is good. Null without levels.
 */
function fullestBin(
  bins: readonly (Bin | null)[],
): { readonly at: number; readonly bin: Bin } | null {
  let fullest: { readonly at: number; readonly bin: Bin } | null = null;
  for (const [at, bin] of bins.entries()) {
    if (bin && bin.n > (fullest?.bin.n ?? 0)) fullest = { at, bin };
  }
  return fullest;
}

/**
 * Returns what the page says of the chances of touch of all symbols of a source: in the strip, and in the section about
 * the record. Empty texts without an answer, and for the section before the record of chances has begun.
 */
export function describeChances(
  calibration: Calibration | undefined,
): Record<'strip' | 'chances', string> {
  if (!calibration) return { strip: '', chances: '' };
  const { scopes, since: first, after, looks, coming } = calibration;
  const says = word('record.chanceSays');
  const sinceMs = first ?? after;
  if (sinceMs === null) return { strip: says, chances: '' };
  const language = pageLanguage();
  const percent = (share: number): string => formatPercent(language, share * 100, 0);
  // A date does not break between its parts.
  const date = (timeMs: number): string => formatDate(language, timeMs).replaceAll(' ', '\u00a0');
  const since = date(sinceMs);
  const all = scopes.find(({ scope }) => scope === 'all');
  const figures = all?.levels.find(({ group }) => group === 'all')?.figures;
  const runs = wordWith('record.chanceSince', { since });
  const counted = figures
    ? wordWith('record.chanceCount', { since, n: formatCount(language, figures.n) })
    : runs;
  const { at = 0, bin = null } = fullestBin(figures?.bins ?? []) ?? {};
  const { n = 0, seen = null } = bin ?? {};
  const interval = seen && shareRangeOf(seen);
  const share =
    seen === null || interval === null
      ? runs
      : wordWith('record.chanceSeen', {
          since,
          range: `${percent(at / 10)}–${percent((at + 1) / 10)}`,
          seen: percent(seen.value),
          n: formatCount(language, n),
          interval: `${percent(interval.low)}–${percent(interval.high)}`,
        });
  const due = looks.length === 0 ? (coming[0]?.due ?? null) : null;
  const look = due === null ? '' : ` ${wordWith('record.chanceLook', { due: date(due) })}`;
  return { strip: `${says} ${counted}`, chances: `${share}${look}` };
}
