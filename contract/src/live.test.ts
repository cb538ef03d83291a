import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelName, parseChannel } from './live.ts';

test('a channel is read by its name and named by what was read', () => {
  for (const name of ['tick:EURUSD', 'analysis:X.R', 'ticks:crypto']) {
    const channel = parseChannel(name);
    assert.ok(channel, name);
    assert.equal(channelName(channel), name);
  }
});

test('a name of no channel is refused', () => {
  for (const name of ['', 'tick', 'tick:', 'tick:eurusd', 'tick:A B', 'ticks:bonds', 'price:A']) {
    assert.equal(parseChannel(name), null, name);
  }
});
