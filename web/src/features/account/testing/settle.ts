import type { TestContext } from 'node:test';
import { act } from '@testing-library/react';

/** Advances the mocked timers by `ms` and waits until pending replies are rendered. */
export async function settle(t: TestContext, ms = 0): Promise<void> {
  await act(async () => {
    t.mock.timers.tick(ms);
    for (let round = 0; round < 6; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(0);
    }
  });
}
