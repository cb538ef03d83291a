import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { PROOF_BYTES, proofOf } from './box-proof.ts';
import { keepShown, type PastEvent, type PastLine, pastLine, readPastLine } from './past.ts';
import type { EventRecord } from './series-run.ts';
import type { AnalysisTables } from './tables.ts';

const tables = (db: Db) => db.withTables<AnalysisTables>();
const compress = promisify(zlib.zstdCompress);
const decompress = promisify(zlib.zstdDecompress);

/** Number of proofs in a part, few enough to be stored inside the table's row. */
const PART_PROOFS = 100;
/** Number of events folded with one statement. */
const BATCH = 5000;

/** History of one version of the engine. */
export interface VersionOfSeries {
  readonly seriesId: number;
  readonly engineVersion: string;
}

/** Returns the histories that have old or many events among those up to an id. */
export async function listFoldable(
  db: Db,
  upToId: number,
  { olderThanMs, moreThan }: { readonly olderThanMs: number; readonly moreThan: number },
): Promise<VersionOfSeries[]> {
  const { rows } = await sql<VersionOfSeries>`
    select series_id as "seriesId", engine_version as "engineVersion" from analysis_event
    where id <= ${upToId}
    group by 1, 2
    having min(bar_time) < ${olderThanMs} or count(*) > ${moreThan}
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * Folds the events of a history up to an id: keeps the events that pages show and a proof of each box, and deletes the
 * rows. Returns the number of deleted rows. Needs a transaction and a single writer.
 */
export async function foldEvents(trx: Db, of: VersionOfSeries, upToId: number): Promise<number> {
  let folded = 0;
  let shown: readonly PastLine[] | undefined;
  for (;;) {
    const { rows } = await sql<{ key: string; payload: string; hash: Buffer }>`
      with folded as (
        select id from analysis_event
        where series_id = ${of.seriesId} and engine_version = ${of.engineVersion}
          and id <= ${upToId}
        order by id limit ${BATCH}
      ), gone as (
        delete from analysis_event e using folded where e.id = folded.id
        returning e.id, event_key, payload, input_hash
      )
      select event_key as key, payload::text, input_hash as hash from gone order by id`.execute(
      trx,
    );
    if (rows.length === 0) break;
    folded += rows.length;
    shown ??= await readShown(trx, of);
    shown = keepShown([...shown, ...rows.map(({ key, payload }) => pastLine(key, payload))]);
    const proofs = rows.flatMap(({ key, payload, hash }) => {
      if (!key.startsWith('box.')) return [];
      const event = JSON.parse(payload) as EventRecord['event'];
      return proofOf({ event, inputHash: hash }, payload) ?? [];
    });
    await appendProofs(trx, of, proofs);
  }
  if (shown) await saveShown(trx, of, shown);
  return folded;
}

async function readShown(
  db: Db,
  { seriesId, engineVersion }: VersionOfSeries,
): Promise<PastLine[]> {
  const row = await tables(db)
    .selectFrom('analysis_past')
    .select('shown')
    .where('series_id', '=', seriesId)
    .where('engine_version', '=', engineVersion)
    .executeTakeFirst();
  if (!row) return [];
  const text = (await decompress(row.shown)).toString();
  return text === '' ? [] : text.split('\n');
}

async function saveShown(
  trx: Db,
  { seriesId, engineVersion }: VersionOfSeries,
  lines: readonly PastLine[],
): Promise<void> {
  const shown = await compress(lines.join('\n'));
  await tables(trx)
    .insertInto('analysis_past')
    .values({ series_id: seriesId, engine_version: engineVersion, shown })
    .onConflict((clash) => clash.columns(['series_id', 'engine_version']).doUpdateSet({ shown }))
    .execute();
}

/** Appends proofs to the last part, and to as many new parts as needed. */
async function appendProofs(
  trx: Db,
  { seriesId, engineVersion }: VersionOfSeries,
  proofs: readonly Buffer[],
): Promise<void> {
  if (proofs.length === 0) return;
  const last = await tables(trx)
    .selectFrom('analysis_past_box')
    .select(['no', 'proofs'])
    .where('series_id', '=', seriesId)
    .where('engine_version', '=', engineVersion)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  const all = Buffer.concat([last?.proofs ?? Buffer.alloc(0), ...proofs]);
  const parts: { no: number; proofs: Buffer }[] = [];
  for (let at = 0; at < all.length; at += PART_PROOFS * PROOF_BYTES) {
    const no = (last?.no ?? 0) + parts.length;
    parts.push({ no, proofs: all.subarray(at, at + PART_PROOFS * PROOF_BYTES) });
  }
  await sql`
    insert into analysis_past_box (series_id, engine_version, no, proofs)
    select ${seriesId}, ${engineVersion}, no, proofs
    from unnest(${parts.map(({ no }) => no)}::int[], ${parts.map((part) => part.proofs)}::bytea[])
      u (no, proofs)
    on conflict (series_id, engine_version, no) do update set proofs = excluded.proofs`.execute(
    trx,
  );
}

/** Returns the past that pages show, in the order in which it became known, folded or not. */
export async function listShownPast(db: Db, of: VersionOfSeries): Promise<PastEvent[]> {
  const { rows } = await sql<{ shown: Buffer | null; key: string | null; payload: string | null }>`
    select * from (
      select shown, null as key, null as payload, 0::bigint as id from analysis_past
      where series_id = ${of.seriesId} and engine_version = ${of.engineVersion}
      union all
      select null, event_key, payload::text, id from analysis_event
      where series_id = ${of.seriesId} and engine_version = ${of.engineVersion}
    ) past order by id`.execute(db);
  const lines: PastLine[] = [];
  for (const { shown, key, payload } of rows) {
    if (key !== null && payload !== null) lines.push(pastLine(key, payload));
    else if (shown) lines.push(...(await decompress(shown)).toString().split('\n').filter(Boolean));
  }
  return keepShown(lines).map(readPastLine);
}

/**
 * Returns the proofs of the folded boxes of a history after the first `skip`, in the order in which the boxes became
 * known.
 */
export async function listBoxProofs(db: Db, of: VersionOfSeries, skip = 0): Promise<Buffer[]> {
  const firstPart = Math.floor(skip / PART_PROOFS);
  const rows = await tables(db)
    .selectFrom('analysis_past_box')
    .select('proofs')
    .where('series_id', '=', of.seriesId)
    .where('engine_version', '=', of.engineVersion)
    .where('no', '>=', firstPart)
    .orderBy('no')
    .execute();
  const all = rows.flatMap(({ proofs }) =>
    Array.from({ length: proofs.length / PROOF_BYTES }, (_, i) =>
      proofs.subarray(i * PROOF_BYTES, (i + 1) * PROOF_BYTES),
    ),
  );
  return all.slice(skip - firstPart * PART_PROOFS);
}

/** Returns the number of boxes of these series that other versions than these have published, folded or not. */
export async function countBoxesOfOthers(
  db: Db,
  seriesIds: readonly number[],
  engineVersions: readonly string[],
): Promise<number> {
  const ids = [...seriesIds];
  const known = [...engineVersions];
  const { rows } = await sql<{ n: number }>`
    select ((
      select count(*) from analysis_event
      where series_id = any(${ids}::int[]) and engine_version <> all(${known}::text[])
        and type = 'box'
    ) + (
      select coalesce(sum(length(proofs) / ${PROOF_BYTES}), 0) from analysis_past_box
      where series_id = any(${ids}::int[]) and engine_version <> all(${known}::text[])
    ))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}
