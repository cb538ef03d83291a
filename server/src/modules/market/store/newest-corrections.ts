import { type CorrectionReason, decodeBars } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Audience } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { REPLAY_SOURCE } from '../symbol.ts';
import { barAt, firstRowAtOrAfter } from './bar-columns.ts';
import type { NotedCorrection } from './correction-store.ts';
import { chunkOf } from './stored-chunk.ts';

/** Correction with the stored bar. */
export interface ShownCorrection extends NotedCorrection {
  readonly symbol: string;
  /** Audience of these bars. */
  readonly audience: Audience;
  /** Open, high, low, close, volume; null when no bar is stored. */
  readonly stored: NotedCorrection['offered'] | null;
}

interface Row {
  readonly symbol: string;
  readonly audience: Audience;
  readonly t: number;
  readonly reason: CorrectionReason;
  readonly seen: number;
  readonly offered: NotedCorrection['offered'];
  /** Chunk that spans the time of the correction. */
  readonly chunk: string | null;
  /** Bar in the tail. */
  readonly tail: NotedCorrection['offered'] | null;
}

/** Returns the last corrections of base bars of all histories except replays, the newest first, at most `most`. */
export async function listNewestCorrections(db: Db, most: number): Promise<ShownCorrection[]> {
  const { rows } = await sql<Row>`
    select c.*, k.chunk_no || ' ' || c.series_id || ' ' || c.resolution as chunk,
      case when b.t is null then null else json_build_array(b.o, b.h, b.l, b.c, b.v) end as tail
    from (
      select s.symbol, coalesce(m.audience, 'subscribers') as audience, c.series_id, c.resolution, c.t, c.reason, c.seen_at as seen,
        json_build_array(c.o, c.h, c.l, c.c, c.v) as offered, c.id
      from correction c join series s on s.id = c.series_id
        left join market_source m on m.name = s.source
      where c.resolution = s.base and s.source <> ${REPLAY_SOURCE}
      order by c.id desc limit ${most}
    ) c
    left join lateral (
      select chunk_no from bar_chunk k
      where k.series_id = c.series_id and k.resolution = c.resolution and k.t1 >= c.t
      order by k.t1 limit 1
    ) k on true
    left join bar_tail b on b.series_id = c.series_id and b.resolution = c.resolution and b.t = c.t
    order by c.id desc`.execute(db);
  const chunks = await readChunks(db, [...new Set(rows.flatMap(({ chunk }) => chunk ?? []))]);
  return rows.map(({ symbol, audience, t, reason, seen, offered, chunk, tail }) => ({
    symbol,
    audience,
    openTimeMs: t,
    reason,
    seenMs: seen,
    offered,
    stored: tail ?? findBar(chunk === null ? undefined : chunks.get(chunk), t),
  }));
}

async function readChunks(db: Db, names: readonly string[]): Promise<Map<string, Buffer>> {
  if (names.length === 0) return new Map();
  const parts = names.map((name) => name.split(' '));
  const { rows } = await sql<{ name: string; data: Buffer }>`
    select chunk_no || ' ' || series_id || ' ' || resolution as name, data
    from unnest(${parts.map(([no]) => no)}::int[], ${parts.map(([, id]) => id)}::int[],
      ${parts.map(([, , resolution]) => resolution)}::text[])
      as asked (chunk_no, series_id, resolution)
    join bar_chunk using (chunk_no, series_id, resolution)`.execute(db);
  return new Map(rows.map(({ name, data }) => [name, chunkOf(data)]));
}

function findBar(chunk: Buffer | undefined, openTimeMs: number): NotedCorrection['offered'] | null {
  if (!chunk) return null;
  const bars = decodeBars(chunk);
  const row = firstRowAtOrAfter(bars.openTimeMs, openTimeMs);
  if (row >= bars.length || bars.openTimeMs[row] !== openTimeMs) return null;
  const { open, high, low, close, volume } = barAt(bars, row);
  return [open, high, low, close, volume];
}
