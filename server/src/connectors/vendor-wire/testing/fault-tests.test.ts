import { testReplyFaults, testStreamFaults } from './fault-tests.ts';
import { createVendorRig, type VendorRig } from './rig.ts';
import { createToyConnector, TOY_SILENT_MS } from './toy-connector.ts';
import { createToyStandIn, TOY_KEY, TOY_MARKETS, type ToyStandIn } from './toy-wire.ts';

// The tests of faults, over a vendor that does not exist.

/** A Tuesday of two open markets: 12:05 in New York. */
const NOW_MS = Date.UTC(2026, 10, 17, 17, 5);

function open(): Promise<VendorRig<ToyStandIn>> {
  return createVendorRig({
    nowMs: NOW_MS,
    open: async (clock, log) => {
      const standIn = await createToyStandIn(clock);
      const { url, streamUrl } = standIn;
      const connector = createToyConnector({ url, streamUrl, key: TOY_KEY, clock, log });
      return { standIn, connector };
    },
  });
}

const subject = { open, symbols: TOY_MARKETS.map(({ symbol }) => symbol), key: TOY_KEY };

testReplyFaults('the toy connector', { ...subject, resolution: '60' });
testStreamFaults('the toy connector', {
  ...subject,
  silentMs: TOY_SILENT_MS,
  quietMs: null,
});
