import { delayClock } from '../../platform/clock.ts';
import { testConnectorContract } from '../connector-contract.ts';
import { type MassiveRigOptions, openMassive } from './testing/massive-rig.ts';

const SHARES = ['AAPL', 'MSFT'];

for (const [name, symbols, options] of [
  ['delayed trades', SHARES, { feed: 'delayed' }],
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
