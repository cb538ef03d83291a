import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { SourceFeed } from '../modules/market/feed/source-feed.ts';
import type { ManualClock } from '../platform/clock.ts';
import { eventually } from './eventually.ts';

// Parts of days with faults at random, for the wire of any venue.

/** The parts of a stand-in that a day moves. */
interface DayVenue<Name extends string> {
  readonly faults: { begin(name: Name, times?: number): void; end(name?: Name): void };
  readonly requests: readonly string[];
  /** Time for which the client owes silence after a refusal. */
  readonly owedMs: number;
  settle(): Promise<void>;
}

/** A day that is played. */
export interface PlayedDay<Venue> {
  readonly clock: ManualClock;
  readonly standIn: Venue;
  readonly feed: SourceFeed;
}

/** Something that happens at a time of a day. */
export interface Planned<Venue> {
  readonly atMs: number;
  /** Name of a fault that begins here. */
  readonly fault?: string;
  play(standIn: Venue): void;
}

/** Steps of the clock while the feed waits to begin again, in real and in market time. */
const WAIT_REAL_MS = 10;
const WAIT_MS = 1000;

/** Returns whether the feed of a day is live and connected. */
export function isLive({ feed }: Pick<PlayedDay<unknown>, 'feed'>): boolean {
  const { phase, connected } = feed.status();
  return phase === 'live' && connected;
}

/** Lets a little time pass, or a minute while the client owes a long silence. */
export async function stepOn({ clock, standIn }: PlayedDay<DayVenue<never>>): Promise<void> {
  await clock.advance(standIn.owedMs > 2 * MINUTE_MS ? MINUTE_MS : WAIT_MS);
  await standIn.settle();
  await pause(WAIT_REAL_MS);
}

/** Lets time pass until the feed is live. */
export async function waitUntilLive(day: PlayedDay<DayVenue<never>>): Promise<void> {
  const { standIn, feed } = day;
  await eventually(async () => {
    for (let turns = 0; turns < 50 && !isLive(day); turns += 1) await stepOn(day);
    const state = JSON.stringify([feed.status(), standIn.requests.slice(-3)]);
    assert.ok(isLive(day), `the feed is live: ${state}`);
  });
}

/** Plays what is due of a plan, and removes it. */
export function playDue<Venue>(plan: Planned<Venue>[], { clock, standIn }: PlayedDay<Venue>): void {
  for (let next = plan[0]; next && next.atMs <= clock.now(); next = plan[0]) {
    plan.shift();
    next.play(standIn);
  }
}

/**
 * Plans faults between two times: some spoil a few frames or replies, some last for seconds or minutes, and half of them
 * come together with the end of the connection. Their number is `least` to twice `least`.
 */
export function planFaults<Name extends string>(
  random: () => number,
  names: readonly Name[],
  [startMs, endMs]: readonly [startMs: number, endMs: number],
  least: number,
  close: Name,
): Planned<DayVenue<Name>>[] {
  const plan: Planned<DayVenue<Name>>[] = [];
  const count = least + Math.floor(random() * least);
  for (let i = 0; i < count; i += 1) {
    const name = names[Math.floor(random() * names.length)] ?? close;
    const atMs = startMs + Math.floor(random() * (endMs - startMs - HOUR_MS));
    const isReply = /^(http|code|error|page|slow|reply)/.test(name);
    const times = 1 + Math.floor(random() * (isReply ? 3 : 12));
    plan.push({ atMs, fault: name, play: ({ faults }) => faults.begin(name, times) });
    const lastsMs = Math.round(1000 * 600 ** random());
    plan.push({ atMs: atMs + lastsMs, play: ({ faults }) => faults.end(name) });
    if (random() < 0.5)
      plan.push({ atMs, fault: close, play: ({ faults }) => faults.begin(close) });
  }
  return plan.toSorted((a, b) => a.atMs - b.atMs);
}
