import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { until } from '../../testing/eventually.ts';
import { pauseProcesses } from '../../testing/paused-processes.ts';
import { createLog } from '../log.ts';
import { startThrowawayCluster } from '../testing.ts';
import { notify, openListener } from './notify.ts';
import { openPool } from './pool.ts';

const isLinux = existsSync('/proc/self/task');
const { embedded } = await startThrowawayCluster();
const db = openPool(embedded.address, { maxConnections: 1 });
after(() => db.destroy());
const listener = await openListener(embedded.address, createLog('silent'));
after(() => listener.close());
const said: (string | null)[] = [];
listener.listen('news', (payload) => void said.push(payload));
await until('it listens', () => said.splice(0).includes(null));

const hearing = (does: boolean) =>
  until(does ? 'it hears' : 'it does not hear', () => listener.hears() === does);

test('a database that is paused is not heard, and what was said meanwhile is heard on the same connection', {
  skip: !isLinux && 'finds processes as Linux lists them',
}, async (t) => {
  assert.equal(listener.hears(), true);
  // One that is closed while the database hangs does not wait for it.
  const other = await openListener(embedded.address, createLog('silent'));
  const goOn = pauseProcesses(embedded.pid);
  t.after(goOn);
  await hearing(false);
  const saying = notify(db, 'news', 'meanwhile');
  await until('the other asks in vain', () => !other.hears());
  await other.close();
  goOn();
  await saying;
  await hearing(true);
  await until('the notice comes', () => said.length > 0);
  assert.deepEqual(said.splice(0), ['meanwhile'], 'nothing was missed');
});

test('a database that was killed is not heard until it is back, and every listener learns that a notice may be missed', async () => {
  process.kill(embedded.pid, 'SIGKILL');
  await hearing(false);
  await hearing(true);
  assert.deepEqual(said.splice(0), [null]);
  await until('a statement', () =>
    notify(db, 'news', 'again').then(
      () => true,
      () => false,
    ),
  );
  await until('it is heard', () => said.includes('again'));
});

test('a database that is stopped is not heard', async () => {
  await embedded.stop();
  await hearing(false);
});
