import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE_MS } from '@rasat/engine';
import type { FaultRig, StreamSubject } from './fault-subject.ts';
import type { CommonFault } from './fault-switch.ts';
import { checkLines } from './plain-words.ts';
import { TickTruth } from './tick-truth.ts';

/** Faults of frames, with the frames that are spoiled. */
const FRAME_FAULTS: readonly (readonly [fault: CommonFault, times: number])[] = [
  ['half-frame', 1],
  ['cut-json', 3],
  ['binary-frame', 3],
  ['unknown-event', 20],
  ['bad-price', 8],
  ['many-decimals', 3],
];
const REFUSALS: readonly CommonFault[] = ['http-401', 'http-403'];

/** Time within which a fault leads to recovery or to “not connected”. */
const SOON_MS = 6000;
const AT_ONCE_MS = 1000;
const LIVE_WITHIN_MS = 30_000;
const TICK_WITHIN_MS = 10 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * MINUTE_MS;

interface Playing {
  readonly rig: FaultRig;
  readonly truth: TickTruth;
  readonly subject: StreamSubject;
}

/**
 * Registers the tests of every common fault of a sampled source's stream: no tick is invented, a lost connection is
 * reported in time, and a new subscription works.
 */
export function testStreamFaults(name: string, subject: StreamSubject): void {
  const isPlayed = (fault: CommonFault): boolean => subject.without?.includes(fault) !== true;
  const play = (fn: (playing: Playing) => Promise<void>) => () => withLive(subject, fn);
  describe(`${name} delivers true ticks in spite of its stream's faults`, () => {
    for (const [fault, times] of FRAME_FAULTS) {
      if (!isPlayed(fault)) continue;
      test(
        `${fault}: no tick is invented, and the stream goes on or is reported as lost`,
        play((playing) => checkFrames(playing, fault, times)),
      );
    }
    for (const fault of (['dead', 'trickle'] as const).filter(isPlayed)) {
      test(
        `${fault}: the connection is reported as lost within ${subject.silentMs / 1000} s`,
        play((playing) => checkLoss(playing, fault, subject.silentMs)),
      );
    }
    test(
      'close: the connection is reported as lost at once',
      play((playing) => checkLoss(playing, 'close', AT_ONCE_MS)),
    );
    if (isPlayed('heartbeat-only'))
      test('heartbeat-only: a quiet stream is kept or reported as lost', play(checkQuiet));
    test('ten ends of the connection in a minute keep within the limits', play(checkTenEnds));
    for (const fault of REFUSALS.filter(isPlayed)) {
      test(
        `${fault} on the stream: the venue is not hammered, and the stream comes again`,
        play((playing) => checkRefusal(playing, fault)),
      );
    }
    for (const offMs of [3000, -10 * MINUTE_MS]) {
      test(
        `a venue's clock that is set by ${offMs / 1000} s: ticks have the venue's times`,
        play(async ({ rig, truth }) => {
          rig.standIn.setClock(offMs);
          await rig.advance(12 * MINUTE_MS);
          await checkLive({ rig, truth });
        }),
      );
    }
  });
}

async function withLive(
  subject: StreamSubject,
  fn: (playing: Playing) => Promise<void>,
): Promise<void> {
  const rig = await subject.open();
  const truth = new TickTruth(rig, subject);
  try {
    await checkLive({ rig, truth });
    await fn({ rig, truth, subject });
    assert.deepEqual(truth.wrong.slice(0, 5), []);
    assert.deepEqual(rig.standIn.breaches, []);
    checkLines(rig.lines, subject.key);
  } finally {
    await truth.stop();
    await rig.stop();
  }
}

/** Fails unless the stream is connected soon and delivers a live trade. */
async function checkLive(
  { rig, truth }: Pick<Playing, 'rig' | 'truth'>,
  mostMs = LIVE_WITHIN_MS,
): Promise<void> {
  const tookMs = await truth.connect(mostMs);
  assert.ok(tookMs !== null, `it is connected within ${mostMs} ms`);
  const before = truth.live;
  await rig.until('a live tick', () => truth.live > before, TICK_WITHIN_MS);
}

async function checkFrames(playing: Playing, fault: CommonFault, times: number): Promise<void> {
  const { rig, truth } = playing;
  const { faults } = rig.standIn;
  faults.begin(fault, times);
  const isOver = (): boolean => faults.played(fault) >= times || !truth.isConnected;
  await rig.until('the fault is played', isOver, 30 * MINUTE_MS);
  assert.ok(faults.played(fault) > 0);
  faults.end();
  await rig.advance(SOON_MS);
  await checkLive(playing);
  assert.ok(rig.lines.length <= 1, JSON.stringify(rig.lines));
}

async function checkLoss(
  playing: Playing,
  fault: 'dead' | 'trickle' | 'close',
  mostMs: number,
): Promise<void> {
  const { rig, truth } = playing;
  rig.standIn.faults.begin(fault);
  const isLost = (): boolean => !truth.isConnected;
  await rig.until('it is reported as lost', isLost, mostMs + AT_ONCE_MS);
  await checkLive(playing);
  assert.ok(rig.lines.length <= 1, JSON.stringify(rig.lines));
}

async function checkQuiet(playing: Playing): Promise<void> {
  const { rig, truth, subject } = playing;
  const { faults } = rig.standIn;
  faults.begin('heartbeat-only');
  if (subject.quietMs === null) {
    for (let minute = 0; minute < 10; minute += 1) {
      await rig.advance(MINUTE_MS);
      assert.ok(truth.isConnected, 'it stays connected');
    }
  } else {
    const isLost = (): boolean => !truth.isConnected;
    await rig.until('it is reported as lost', isLost, subject.quietMs + AT_ONCE_MS);
  }
  assert.ok(faults.played('heartbeat-only') > 0);
  faults.end();
  await checkLive(playing);
  assert.ok(rig.lines.length <= 1, JSON.stringify(rig.lines));
}

async function checkTenEnds(playing: Playing): Promise<void> {
  const { rig, truth } = playing;
  for (let i = 0; i < 10; i += 1) {
    rig.standIn.faults.begin('close');
    await rig.advance(AT_ONCE_MS);
    await truth.connect(SOON_MS - AT_ONCE_MS);
  }
  await checkLive(playing);
  assert.ok(rig.lines.length <= 10, `${rig.lines.length} lines`);
}

async function checkRefusal(playing: Playing, fault: CommonFault): Promise<void> {
  const { rig, truth, subject } = playing;
  const { faults } = rig.standIn;
  faults.begin(fault);
  faults.begin('close');
  await rig.until('the loss', () => !truth.isConnected, AT_ONCE_MS);
  const tookMs = await truth.connect(4 * MINUTE_MS);
  assert.equal(tookMs, null, 'it is refused');
  assert.ok(faults.played(fault) > 0);
  assert.ok(rig.lines.length <= 2 * faults.played(fault) + 1, `${rig.lines.length} lines`);
  faults.end();
  await checkLive(playing, subject.longestPauseMs ?? LONGEST_PAUSE_MS);
}
