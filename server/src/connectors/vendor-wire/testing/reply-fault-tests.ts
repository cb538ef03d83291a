import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Bar, DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { FaultRig, ReplySubject } from './fault-subject.ts';
import type { CommonFault } from './fault-switch.ts';
import { checkLines, checkPlain } from './plain-words.ts';
import { during } from './rig.ts';

/** Faults of replies that pass: how often they are played, and the time that the history may take. */
const PASSING: readonly (readonly [fault: CommonFault, times: number, mostMs: number])[] = [
  ['http-500', 2, 10_000],
  ['http-502', 2, 10_000],
  ['http-503', 2, 10_000],
  ['reply-hangs', 1, 25_000],
  ['slow-reply', 1, 25_000],
  ['http-429-seconds', 1, 12_000],
  ['http-429-date', 1, 12_000],
  ['page-repeats-row', 1, 10_000],
  ['page-misses-row', 1, 10_000],
  ['page-descending', 1, 10_000],
  ['page-shuffled', 1, 10_000],
  ['page-empty', 1, 10_000],
  ['page-endless', 1, 10_000],
];
const ENDLESS: readonly CommonFault[] = ['http-500', 'http-502', 'page-shuffled', 'page-endless'];
const REFUSALS: readonly CommonFault[] = ['http-401', 'http-403', 'http-429'];

const SHORTEST_PAUSE_MS = 6000;
/** Time from a refusal in which a connector that calls again breaks the pause. */
const REFUSED_MS = 54_000;
const TRY_EVERY_MS = 6000;
const LONGEST_PAUSE_MS = 6 * MINUTE_MS;
const MOST_REQUESTS = 6;

/**
 * Registers the tests of every common fault of replies: the history is the tape's own in spite of a fault that passes, a
 * fault that does not end becomes a plain error, and a refusal is obeyed.
 */
export function testReplyFaults(name: string, subject: ReplySubject): void {
  const isPlayed = (fault: CommonFault): boolean => subject.without?.includes(fault) !== true;
  describe(`${name} reads a history in spite of its replies' faults`, () => {
    for (const [fault, times, mostMs] of PASSING) {
      if (!isPlayed(fault)) continue;
      test(`${fault}: the history is the venue's own`, () =>
        withRig(subject, (rig) =>
          checkPassing(rig, subject, { fault, times, mostMs: subject.mostMs?.[fault] ?? mostMs }),
        ));
    }
    for (const fault of subject.keepsHistory ? [] : ENDLESS.filter(isPlayed)) {
      test(`${fault} without end: a plain error, few requests, and the history afterwards`, () =>
        withRig(subject, (rig) => checkEndless(rig, subject, fault)));
    }
    for (const fault of REFUSALS.filter(isPlayed)) {
      test(`${fault}: nothing is sent during the pause, then the history is read`, () =>
        withRig(subject, (rig) => checkRefusal(rig, subject, fault)));
    }
    for (const offMs of [3000, -10 * MINUTE_MS]) {
      test(`a venue's clock that is ${offMs / 1000} s off: no bar that forms at the venue`, () =>
        withRig(subject, async (rig) => {
          rig.standIn.setClock(offMs);
          await checkWhole(rig, subject);
        }));
    }
  });
}

async function withRig(subject: ReplySubject, fn: (rig: FaultRig) => Promise<void>): Promise<void> {
  const rig = await subject.open();
  try {
    await fn(rig);
    assert.deepEqual(rig.standIn.breaches, []);
    checkLines(rig.lines, subject.key);
  } finally {
    await rig.stop();
  }
}

/** Reads the history of the first symbol. */
async function readBars(rig: FaultRig, subject: ReplySubject): Promise<Bar[]> {
  const [symbol = ''] = subject.symbols;
  const fromMs = subject.fromMs?.(rig) ?? rig.standIn.tape.options.fromMs;
  const toMs = rig.clock.now() + DAY_MS;
  const bars: Bar[] = [];
  for await (const some of rig.connector.history(symbol, subject.resolution, fromMs, toMs))
    bars.push(...some);
  return bars;
}

function trueBars(rig: FaultRig, subject: ReplySubject): readonly Bar[] {
  const [symbol = ''] = subject.symbols;
  const { resolution } = subject;
  const nowMs = rig.standIn.now();
  if (subject.trueBars) return subject.trueBars(rig, symbol, resolution, nowMs);
  const fromMs = subject.fromMs?.(rig) ?? rig.standIn.tape.options.fromMs;
  return rig.standIn.tape.closedBars(symbol, resolution, fromMs, nowMs, nowMs);
}

async function checkWhole(rig: FaultRig, subject: ReplySubject): Promise<number> {
  // The bars of the beginning: a bar that closes while the history is read may be missing.
  const atLeast = trueBars(rig, subject);
  const { value, tookMs } = await during(rig, readBars(rig, subject));
  assert.ok(atLeast.length > 3, 'the tape has bars');
  assert.deepEqual(value.slice(0, atLeast.length), atLeast);
  assert.deepEqual(value, trueBars(rig, subject).slice(0, value.length));
  return tookMs;
}

async function checkPassing(
  rig: FaultRig,
  subject: ReplySubject,
  { fault, times, mostMs }: { fault: CommonFault; times: number; mostMs: number },
): Promise<void> {
  const { faults } = rig.standIn;
  faults.begin(fault, times);
  if (subject.mayMiss?.includes(fault)) {
    const { value } = await during(rig, readBars(rig, subject));
    const known = new Map(trueBars(rig, subject).map((bar) => [bar.openTimeMs, bar]));
    for (const bar of value) assert.deepEqual(bar, known.get(bar.openTimeMs));
  } else {
    const tookMs = await checkWhole(rig, subject);
    assert.ok(tookMs <= mostMs, `${tookMs} ms`);
    if (fault.startsWith('http-429')) assert.ok(tookMs >= SHORTEST_PAUSE_MS, 'the pause is obeyed');
  }
  assert.equal(faults.played(fault), times, 'the fault was played');
  assert.ok(rig.lines.length <= 1, JSON.stringify(rig.lines));
}

async function checkEndless(
  rig: FaultRig,
  subject: ReplySubject,
  fault: CommonFault,
): Promise<void> {
  const { faults, requests } = rig.standIn;
  // Lists and the like that are read once are no requests of the history.
  await during(rig, readBars(rig, subject));
  const before = requests.length;
  const pages = before;
  faults.begin(fault);
  const isOfPages = fault === 'page-descending' || fault === 'page-shuffled';
  try {
    await checkWhole(rig, subject);
    assert.ok(isOfPages, 'the history throws');
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    checkPlain(error, subject.key);
  }
  const sent = requests.length - before;
  assert.ok(sent <= pages + (subject.mostRequests ?? MOST_REQUESTS), `${sent} requests`);
  assert.ok(rig.lines.length <= 1, JSON.stringify(rig.lines));
  faults.end();
  await rig.advance(MINUTE_MS);
  await checkWhole(rig, subject);
}

async function checkRefusal(
  rig: FaultRig,
  subject: ReplySubject,
  fault: CommonFault,
): Promise<void> {
  const { faults, requests } = rig.standIn;
  faults.begin(fault, 1);
  const refused = async (): Promise<'refused' | 'read'> => {
    try {
      await readBars(rig, subject);
      return 'read';
    } catch (error) {
      checkPlain(error, subject.key);
      return 'refused';
    }
  };
  assert.equal((await during(rig, refused())).value, 'refused');
  assert.equal(faults.played(fault), 1);
  const sent = requests.length;
  // A call throws at once, or waits for the end of the pause.
  let waiting: Promise<unknown> | null = null;
  for (let ms = 0; ms < REFUSED_MS; ms += TRY_EVERY_MS) {
    waiting ??= refused().then((result) => {
      assert.ok(result === 'refused' || requests.length > sent, 'a call is refused');
      waiting = null;
    });
    await rig.advance(TRY_EVERY_MS);
  }
  assert.equal(requests.length, sent, 'nothing is sent during the pause');
  assert.ok(rig.lines.length <= 1, JSON.stringify(rig.lines));
  const longestMs = subject.longestPauseMs ?? LONGEST_PAUSE_MS;
  await rig.advance(longestMs - REFUSED_MS, 10_000);
  await (waiting ?? Promise.resolve());
  await checkWhole(rig, subject);
}
