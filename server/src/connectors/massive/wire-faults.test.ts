import { testReplyFaults, testStreamFaults } from '../vendor-wire/testing/fault-tests.ts';
import { openMassive } from './testing/massive-rig.ts';
import { KEY } from './testing/stand-in-replies.ts';

const shares = { open: () => openMassive(), symbols: ['AAPL', 'MSFT'], key: KEY };
const indices = { open: () => openMassive({ isIndex: true }), symbols: ['SPX'], key: KEY };
/** Pings every 15 s are answered while a connection lives. */
const silence = { silentMs: 25_000, quietMs: null };

testReplyFaults('the shares of Massive', { ...shares, resolution: '60' });
testReplyFaults('the shares of Massive by quarters', { ...shares, resolution: '15' });
testStreamFaults('the shares of Massive', { ...shares, ...silence });
testStreamFaults('the indices of Massive', { ...indices, ...silence });
