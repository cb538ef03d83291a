import { createEngine } from '../stream/engine.ts';
import type { EngineEvent } from '../stream/event.ts';
import type { EngineVersion } from '../stream/version.ts';
import { type Fixture, fixtureBars } from './contract-fixtures.ts';
import { feed } from './feed.ts';

/** The number of events of a type, and a sum over all their characters. */
export interface EventRecord {
  readonly count: number;
  readonly digest: string;
}

/** The recorded results of a fixture. */
export interface FixtureRecord extends Fixture {
  readonly events: Readonly<Record<string, EventRecord>>;
  readonly snapshot: EventRecord;
  /** The view half-way and at the end, without bases. */
  readonly views: readonly unknown[];
}

/** Returns FNV-1a over the characters of a text, as eight hexadecimal digits. */
function digestText(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

function withoutBasis(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, each) => (key === 'basis' ? undefined : each));
}

/** Runs a fixture under a version of the engine and records every event, the final state and two views. */
export function recordFixture(fixture: Fixture, version: EngineVersion): FixtureRecord {
  const bars = fixtureBars(fixture);
  const engine = createEngine(fixture.options, version);
  const half = Math.floor(bars.length / 2);
  const events: EngineEvent[] = feed(engine, bars.slice(0, half));
  const views = [withoutBasis({ ...engine.view(), touchNow: engine.touchNow() })];
  events.push(...feed(engine, bars.slice(half)));
  views.push(withoutBasis({ ...engine.view(), touchNow: engine.touchNow() }));
  const hex = (sum: number): string => sum.toString(16).padStart(8, '0');
  const counts: Record<string, EventRecord> = {};
  const grouped = Map.groupBy(events, (event) => event.type);
  for (const type of [...grouped.keys()].sort()) {
    const group = grouped.get(type) ?? [];
    const sum = group.reduce((hash, event) => digestText(JSON.stringify(event), hash), 0x811c9dc5);
    counts[type] = { count: group.length, digest: hex(sum) };
  }
  const bytes = engine.snapshot();
  const sum = digestText(bytes.join(' '));
  const snapshot = { count: bytes.length, digest: hex(sum) };
  return { ...fixture, events: counts, snapshot, views };
}
