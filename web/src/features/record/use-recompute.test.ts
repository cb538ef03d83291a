import assert from 'node:assert/strict';
import test from 'node:test';
import type { RecomputeStep } from '@rasat/ledger';
import type { RecomputeMessage } from './recompute-message.ts';
import { advance, type Recomputation } from './use-recompute.ts';

const step = (name: RecomputeStep['name']): RecomputeStep => ({
  name,
  state: 'equal',
  reason: null,
  compared: [],
});
const after = (...messages: (RecomputeMessage | { readonly kind: 'start' })[]): Recomputation =>
  messages.reduce<Recomputation>(advance, { kind: 'idle' });

test('steps appear one after the other, and stay when the computation ends', () => {
  const two = [
    { kind: 'start' },
    { kind: 'loaded', ms: 80 },
    { kind: 'step', step: step('file'), ms: 5 },
    { kind: 'step', step: step('row'), ms: 2 },
  ] as const;
  const running = after(...two);
  assert.ok(running.kind === 'running' && running.loaded);
  assert.deepEqual(
    running.steps.map((done) => `${done.step.name} ${done.ms}`),
    ['file 5', 'row 2'],
  );
  const done = after(...two, { kind: 'done', verdict: 'equal', bars: 900, ms: 120 });
  assert.ok(done.kind === 'done' && done.steps.length === 2 && done.ms === 120);
});

test('messages from an abandoned worker are ignored', () => {
  const idle = after({ kind: 'step', step: step('file'), ms: 5 });
  assert.equal(idle.kind, 'idle');
  const failed = after(
    { kind: 'start' },
    { kind: 'failed', failure: { of: 'worker' } },
    { kind: 'done', verdict: 'equal', bars: 1, ms: 1 },
  );
  assert.equal(failed.kind, 'failed');
});

test('a new start clears the previous results', () => {
  const again = after(
    { kind: 'start' },
    { kind: 'step', step: step('file'), ms: 5 },
    { kind: 'start' },
  );
  assert.deepEqual(again, { kind: 'running', loaded: false, steps: [] });
});
