import assert from 'node:assert/strict';
import test from 'node:test';
import { StartError } from '../start-error.ts';
import { assertMayListen } from './may-listen.ts';

test('without https only this machine is served', () => {
  for (const host of ['127.0.0.1', '127.5.5.5', '::1', 'localhost'])
    assertMayListen({ host, baseUrl: 'http://localhost:3000' });
  for (const host of [
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '192.168.1.5',
    'fe80::1',
    '::ffff:10.0.0.1',
    '1.2.3.4',
  ]) {
    assert.throws(() => assertMayListen({ host, baseUrl: 'http://10.0.0.1' }), StartError, host);
  }
  assertMayListen({ host: '0.0.0.0', baseUrl: 'https://rasat.example' });
});
