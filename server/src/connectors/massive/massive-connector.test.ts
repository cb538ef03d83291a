import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayClock } from '../../platform/clock.ts';
import { testConfig } from '../../platform/testing.ts';
import { testConnectorContract } from '../connector-contract.ts';
import { massive, massiveIndex } from './adapter.ts';
import { type MassiveRigOptions, openMassive } from './testing/massive-rig.ts';

const SHARES = ['AAPL', 'MSFT'];

for (const [name, symbols, options] of [
  ['delayed trades', SHARES, { feed: 'delayed' }],
  ['live trades', SHARES, { feed: 'live' }],
  ['live minutes', SHARES, { channel: 'minutes' }],
  ['delayed minutes', SHARES, { feed: 'delayed', channel: 'minutes' }],
  ['indices', ['SPX'], { isIndex: true }],
] as const satisfies readonly (readonly [string, readonly string[], MassiveRigOptions])[]) {
  testConnectorContract(`Massive by ${name}`, {
    symbols,
    async open() {
      const { connector, clock, advance, stop } = await openMassive(options);
      const now = () => delayClock(clock, connector.delay.ms).now();
      return { connector, now, advance, stop };
    },
  });
}

test('prices in real time are shown to subscribers, delayed ones to people with a session', () => {
  const personal = 'signed-in';
  const audience = (env: Record<string, string>) => massive.audience(testConfig(env, [massive]));
  assert.deepEqual(audience({}), { personal, display: 'signed-in' });
  assert.deepEqual(audience({ MASSIVE_FEED: 'live' }), { personal, display: 'subscribers' });
  const ofIndices = massiveIndex.audience(testConfig({}, [massiveIndex]));
  assert.deepEqual(ofIndices, { personal, display: 'subscribers' });
});
