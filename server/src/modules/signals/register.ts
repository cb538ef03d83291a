import { describeCalendars, ENGINE_VERSION, TOUCH_MODEL } from '@rasat/engine';
import {
  type BuildDetail,
  type CanonicalValue,
  canonicalJson,
  type ModelDetail,
  type RegisterDraft,
  type Reproduced,
} from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import { type EngineBuild, packEngineBuild } from '../../platform/engine-build.ts';
import { findForecastStart } from '../analysis/index.ts';
import { listSymbols } from '../market/index.ts';
import { isRecorded } from './append-events.ts';
import type { ChainHead } from './chain-store.ts';
import { hashOfRegister } from './ledger-row.ts';
import {
  type BuildCheck,
  findBuildCheck,
  findModel,
  findNewestOf,
  hasRowsAfter,
  insertArchive,
  insertRegister,
  listBuilds,
} from './register-store.ts';

/** Error code of a build that may not publish. */
export type BuildWaitCode = 'build-unchecked' | 'build-not-reproduced';

/**
 * Error of a build that may not publish: it is not compared with the stored rows yet, or it does not reproduce them.
 */
export class BuildWaits extends Error {
  override readonly name = 'BuildWaits';
  readonly code: BuildWaitCode;
  readonly build: string;
  /** The check that the build failed; null without one. */
  readonly check: BuildCheck | null;

  constructor(code: BuildWaitCode, build: string, check: BuildCheck | null) {
    super(
      check
        ? `the build ${build} does not reproduce ${check.differences} of what was published: ${check.firstDifference}`
        : `the build ${build} is not compared with the published rows yet`,
    );
    this.code = code;
    this.build = build;
    this.check = check;
  }
}

/** Program that publishes, and the time at which it does. */
export interface Registration {
  readonly build: EngineBuild;
  readonly nowMs: number;
}

/**
 * Appends rows of the register to the ledger's chain: the build unless the newest one is the same, the covered symbols
 * and the calendars when they differ from the newest ones, and the model of touch once. Returns the chain's last row. Throws
 * {@link BuildWaits} for a build that may not publish. Needs a transaction that holds the publisher's lock.
 */
export async function registerChanges(
  trx: Db,
  last: ChainHead,
  { build, nowMs }: Registration,
): Promise<ChainHead> {
  let head = last;
  for (const { kind, detail } of await listChanges(trx, build)) {
    const row = { seq: head.number + 1, kind, createdAt: nowMs, detail, prevHash: head.hash };
    const hash = hashOfRegister(row);
    await insertRegister(trx, { ...row, hash });
    head = { number: row.seq, hash };
  }
  return head;
}

async function listChanges(trx: Db, build: EngineBuild): Promise<RegisterDraft[]> {
  const changes: RegisterDraft[] = [];
  const builds = await listBuilds(trx);
  if (builds.at(-1)?.detail.build !== build.hash) {
    const isFirst = builds.every(({ detail }) => detail.version !== ENGINE_VERSION);
    const reproduced = isFirst ? null : await getReproduced(trx, build);
    await insertArchive(trx, build.hash, packEngineBuild(build));
    const detail = { version: ENGINE_VERSION, build: build.hash, node: build.node, reproduced };
    changes.push({
      kind: 'build',
      detail: detail satisfies BuildDetail as RegisterDraft['detail'],
    });
  }
  const model = await findModelChange(trx);
  const facts: readonly RegisterDraft[] = [
    { kind: 'symbols', detail: { symbols: await listCovered(trx) } },
    { kind: 'calendars', detail: { calendars } },
  ];
  for (const fact of facts) {
    const newest = await findNewestOf(trx, fact.kind);
    if (!newest || canonicalJson(newest.detail) !== canonicalJson(fact.detail)) changes.push(fact);
  }
  return model ? [...changes, model] : changes;
}

/** Returns the row that registers the model of touch; null when it is registered, or its start is not decided. */
async function findModelChange(trx: Db): Promise<RegisterDraft | null> {
  if (await findModel(trx, TOUCH_MODEL)) return null;
  const after = await findForecastStart(trx);
  if (after === null) return null;
  const detail: ModelDetail = { model: TOUCH_MODEL, after };
  return {
    kind: 'model',
    detail: detail satisfies ModelDetail as unknown as RegisterDraft['detail'],
  };
}

const calendars = describeCalendars() as unknown as CanonicalValue;

/** Returns what the build's check computed again. Throws {@link BuildWaits} unless that is every published row. */
async function getReproduced(trx: Db, build: EngineBuild): Promise<Reproduced> {
  const check = await findBuildCheck(trx, build.hash);
  if (check && check.differences > 0) {
    throw new BuildWaits('build-not-reproduced', build.hash, check);
  }
  if (!check || (await hasRowsAfter(trx, check))) {
    throw new BuildWaits('build-unchecked', build.hash, null);
  }
  const { rows, outcomes, through } = check;
  return { rows, outcomes, through };
}

/** Returns the symbols whose signals are published, by name. */
async function listCovered(db: Db): Promise<CanonicalValue[]> {
  const covered = (await listSymbols(db)).filter(({ series }) => isRecorded(series));
  return covered
    .map(({ symbol, series }) => ({
      symbol,
      seriesId: series.id,
      source: series.source,
      category: series.category,
      digits: series.digits,
      base: series.base,
      fx: series.fx,
      calendar: series.calendar,
    }))
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}
