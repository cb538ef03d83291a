import assert from 'node:assert/strict';
import test from 'node:test';
import { readPrometheusText } from '../../testing/prometheus-text.ts';
import { createManualClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { Distribution } from './distribution.ts';
import { createExposition } from './exposition.ts';
import { keepReading } from './kept-reading.ts';
import type { Metric } from './metric.ts';

test('metrics are written as Prometheus reads them, and one that fails is left out', async () => {
  const seconds = new Distribution([0.1, 1]);
  for (const value of [0.05, 0.5, 0.5, 30]) seconds.add(value);
  const metrics: readonly Metric[] = [
    {
      name: 'rasat_a_total',
      help: 'A.',
      type: 'counter',
      read: () => [{ labels: { source: 'a "quoted"\\\n' }, value: 7 }],
    },
    {
      name: 'rasat_b_seconds',
      help: 'B.',
      type: 'histogram',
      read: async () => [{ labels: { route: 'x' }, value: seconds.read() }],
    },
    {
      name: 'rasat_c',
      help: 'C.',
      type: 'gauge',
      read: () => Promise.reject(new Error('the database does not answer')),
    },
  ];
  const said: string[] = [];
  const log = createLog('warn', { write: (line) => void said.push(line) });
  const { text } = await createExposition(metrics, log).read();
  const read = readPrometheusText(text);
  assert.deepEqual(read.get('rasat_a_total'), {
    type: 'counter',
    samples: [{ name: 'rasat_a_total', labels: { source: 'a \\"quoted\\"\\\\\\n' }, value: 7 }],
  });
  assert.deepEqual(
    read.get('rasat_b_seconds')?.samples.map(({ name, labels, value }) => [name, labels.le, value]),
    [
      ['rasat_b_seconds_bucket', '0.1', 1],
      ['rasat_b_seconds_bucket', '1', 3],
      ['rasat_b_seconds_bucket', '+Inf', 4],
      ['rasat_b_seconds_sum', undefined, 31.05],
      ['rasat_b_seconds_count', undefined, 4],
    ],
  );
  assert.deepEqual(read.get('rasat_c'), { type: 'gauge', samples: [] });
  assert.match(said.join(), /"metric":"rasat_c"/);
  assert.ok(read.has('rasat_process_resident_memory_bytes'));
});

test('a figure from the database is read once in ten seconds, and again after a failure', async () => {
  const clock = createManualClock(0);
  let [reads, fails] = [0, false];
  const read = keepReading(clock, async () => {
    reads += 1;
    if (fails) throw new Error('away');
    return reads;
  });
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1]);
  await clock.advance(9999);
  assert.equal(await read(), 1);
  await clock.advance(1);
  fails = true;
  await assert.rejects(read());
  await assert.rejects(read());
  assert.equal(reads, 3);
  fails = false;
  assert.equal(await read(), 4);
});
