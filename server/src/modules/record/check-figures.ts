import { ENGINE_VERSION } from '@rasat/engine';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { listSeries } from '../market/index.ts';
import { listCells } from './baseline-store.ts';
import {
  listCalibrationLooks,
  listCalibrationStarts,
  listLiveScopes,
} from './calibration-store.ts';
import { compareCalibration } from './check-calibration.ts';
import { settingsOf } from './check-costs.ts';
import { compareLooks, textOf } from './check-looks.ts';
import { findLastRun } from './figure-store.ts';
import { computeRecordFigures } from './figures.ts';
import type { OnFlaw } from './flaw.ts';
import { listPrimary } from './look-store.ts';

interface StoredLine {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Computes the figures, months, cumulative curves, touches, calibration and looks of the last computation again, from
 * rows and baselines as they are stored now and at its marks, and compares them with the stored ones. Without a
 * computation of the present engine version nothing is compared.
 */
export async function checkFigures(
  db: Db,
  onFlaw: OnFlaw,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const run = await findLastRun(db);
  if (run?.engine_version !== ENGINE_VERSION) return;
  const looks = await listPrimary(db);
  const { figures, touches, primary, calibration } = await computeRecordFigures(
    db,
    {
      toSeq: run.ledger_rows,
      toNo: run.outcomes,
      cells: await listCells(db),
      series: await listSeries(db),
      costs: settingsOf(run.costs),
      nowMs: run.started_at,
      lookMarks: new Map(looks.map(({ source, lastMs }) => [source, lastMs])),
    },
    { signal, progress: () => {} },
  );
  const { rows } = await sql<StoredLine>`
    select concat_ws(' ', 'figures', source, origin, period, kind, setup, category) as name,
      json_build_object('figures', figures, 'months', months, 'cumulative', cumulative) as value
    from record_figures
    union all
    select concat_ws(' ', 'touches', source, origin, period, category), touches
    from record_touches`.execute(db);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const compare = (parts: readonly string[], value: unknown): void => {
    const name = parts.join(' ');
    const found = stored.get(name);
    stored.delete(name);
    if (found === undefined) add(name, 'are missing');
    else if (textOf(found) !== textOf(value)) add(name, 'are not those of its rows');
  };
  const add = (name: string, how: string): void =>
    onFlaw({
      class: 'figures',
      what: 'figures',
      seq: null,
      leg: '',
      key: name,
      timeMs: run.started_at,
      text: `the ${name} ${how}`,
    });
  for (const { source, origin, period, kind, setup, category, ...own } of figures) {
    compare(['figures', source, origin, period, kind, setup, category], {
      figures: own.figures,
      months: own.history?.months ?? null,
      cumulative: own.history?.cumulative ?? null,
    });
  }
  for (const { source, origin, period, category, touches: own } of touches) {
    compare(['touches', source, origin, period, category], own);
  }
  for (const name of stored.keys()) add(name, 'follow from no row');
  compareLooks(looks, primary, run.costs, add);
  const kept = {
    scopes: await listLiveScopes(db),
    starts: await listCalibrationStarts(db),
    looks: await listCalibrationLooks(db),
  };
  compareCalibration(kept, calibration, add);
}
