import { CONE_SHARES } from '@rasat/engine';
import { CHANCE_BINS } from '@rasat/ledger';
import { BYTE_ORDER_MARK, csvRow } from '../../platform/csv.ts';
import type { ScopeFigures } from './calibration-store.ts';

/** A line of the file by column; a column that is absent is empty. */
type Line = Partial<Record<Column, string | number | null>>;
type Column = (typeof COLUMNS)[number];

/** The columns, in the order of docs/formats/record.md. */
const COLUMNS = [
  'scope',
  'of',
  'group',
  'from',
  'to',
  'n',
  'weeks',
  'forecast',
  'seen',
  'seenHalfWidth',
  'error',
  'errorHalfWidth',
  'calibrationError',
  'brier',
  'plainN',
  'plainBrier',
  'skill',
  'skillHalfWidth',
] as const;

/**
 * Returns figures as CSV: for each group of levels a line with its total and one for each bin, for each group of cones
 * one for each share, and for each scope one for each sort of forecast that is left out.
 */
export function calibrationFile(scopes: readonly ScopeFigures[]): string {
  const lines = scopes.flatMap(({ scope, figures }) =>
    [...levelLines(figures), ...coneLines(figures), ...leftOutLines(figures)].map(
      (line): Line => ({ scope, ...line }),
    ),
  );
  const rows = lines.map((line) => csvRow(COLUMNS.map((column) => line[column] ?? null)));
  return BYTE_ORDER_MARK + csvRow([...COLUMNS]) + rows.join('');
}

function levelLines({ levels }: ScopeFigures['figures']): Line[] {
  return levels.flatMap(({ group, figures: { n, weeks, error, plain, bins, ...own } }) => [
    {
      of: 'levels',
      group,
      from: 0,
      to: 1,
      n,
      weeks,
      error: error.value,
      errorHalfWidth: error.halfWidth,
      calibrationError: own.calibrationError,
      brier: own.brier,
      plainN: plain?.n ?? 0,
      plainBrier: plain?.plainBrier ?? null,
      skill: plain?.skill?.value ?? null,
      skillHalfWidth: plain?.skill?.halfWidth ?? null,
    },
    ...bins.flatMap((bin, at): Line[] =>
      bin === null
        ? []
        : [
            {
              of: 'bin',
              group,
              from: at / CHANCE_BINS,
              to: (at + 1) / CHANCE_BINS,
              n: bin.n,
              forecast: bin.forecast,
              seen: bin.seen.value,
              seenHalfWidth: bin.seen.halfWidth,
            },
          ],
    ),
  ]);
}

function coneLines({ cones }: ScopeFigures['figures']): Line[] {
  return cones.flatMap(({ group, figures: { n, weeks, inside } }) =>
    inside.map(
      ({ value, halfWidth }, at): Line => ({
        of: 'cone',
        group,
        n,
        weeks,
        forecast: CONE_SHARES[at] ?? null,
        seen: value,
        seenHalfWidth: halfWidth,
      }),
    ),
  );
}

function leftOutLines({ voids, late, open }: ScopeFigures['figures']): Line[] {
  return Object.entries({ void: voids, late, open }).map(
    ([group, n]): Line => ({ of: 'left out', group, n }),
  );
}
