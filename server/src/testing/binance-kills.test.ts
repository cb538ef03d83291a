import { test } from 'node:test';
import { surviveLiveKills } from './binance-kills.ts';

test('servers that are killed while Binance trades have the bars of its own trades', (t) =>
  surviveLiveKills(t, {
    kills: 3,
    lifeMs: 3000,
    seed: 1,
    note: (text) => t.diagnostic(text),
  }));
