import { setting, whole } from '../../platform/settings.ts';
import { declareConnector } from '../adapter.ts';

/** The entry of the simulated markets in the register. */
export const simulated = declareConnector({
  packages: ['@stdlib/math-base-special-*'],
  family: 'SIMULATION_',
  settings: {
    seed: setting(
      'SIMULATION_SEED',
      whole(0, 4_294_967_295),
      1,
      'which simulated history the markets have',
    ),
  },
  required: [],
  // The markets are invented, so no vendor licenses them.
  licensed: false,
  audience: { personal: 'anyone', display: 'anyone' },
  async open({ clock, audience }, { seed }) {
    const { createSimulatedConnector } = await import('./simulated-connector.ts');
    return createSimulatedConnector({ seed, clock, audience });
  },
});
