import type { TestContext } from 'node:test';
import { act } from '@testing-library/react';

/** With timers that the test moves: lets time pass, and everything that has come be painted. */
export async function settle(t: TestContext, ms = 0): Promise<void> {
  await act(async () => {
    t.mock.timers.tick(ms);
    for (let round = 0; round < 6; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(0);
    }
  });
}
