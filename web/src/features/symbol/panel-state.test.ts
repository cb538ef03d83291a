import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinPanels, mapPanel, type PanelState, toPanel } from './panel-state.ts';

const query = (over: object) => ({
  data: undefined as number | undefined,
  error: null as unknown,
  isFetching: false,
  refetch: () => undefined,
  ...over,
});

test('a query without an answer is pending, with one ready, with a failure an error', () => {
  assert.equal(toPanel(query({ isFetching: true })).status, 'pending');
  assert.deepEqual(toPanel(query({ data: 7 })), { status: 'ready', data: 7, busy: false });
  assert.equal(toPanel(query({ error: new Error('x') })).status, 'error');
});

test('data stay while newer ones are fetched, and when the refresh failed', () => {
  assert.deepEqual(toPanel(query({ data: 7, isFetching: true })), {
    status: 'ready',
    data: 7,
    busy: true,
  });
  assert.equal(toPanel(query({ data: 7, error: new Error('x') })).status, 'ready');
});

test('a failed query that is retried is pending', () => {
  assert.equal(toPanel(query({ error: new Error('x'), isFetching: true })).status, 'pending');
});

test('a null answer is an answer', () => {
  assert.deepEqual(toPanel(query({ data: null })), { status: 'ready', data: null, busy: false });
});

test('a joined panel is ready when all queries are, and retries all that failed', () => {
  const ready = (data: number, busy = false): PanelState<number> => ({
    status: 'ready',
    data,
    busy,
  });
  assert.deepEqual(joinPanels({ a: ready(1), b: ready(2, true) }), {
    status: 'ready',
    data: { a: 1, b: 2 },
    busy: true,
  });
  assert.equal(joinPanels({ a: ready(1), b: { status: 'pending' } }).status, 'pending');
  const asked: string[] = [];
  const failed = (name: string): PanelState<number> => ({
    status: 'error',
    error: new Error(name),
    retry: () => asked.push(name),
  });
  const joined = joinPanels({ a: failed('a'), b: ready(1), c: failed('c') });
  assert.equal(joined.status, 'error');
  if (joined.status === 'error') joined.retry();
  assert.deepEqual(asked, ['a', 'c']);
});

test('mapping changes only data', () => {
  assert.deepEqual(
    mapPanel({ status: 'ready', data: 2, busy: true }, (n) => n * 2),
    { status: 'ready', data: 4, busy: true },
  );
  assert.deepEqual(
    mapPanel({ status: 'pending' } as PanelState<number>, (n) => n * 2),
    { status: 'pending' },
  );
});
