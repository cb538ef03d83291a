import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '../../platform/http/address-key.ts';
import { requestLanguage } from '../../platform/http/request-language.ts';

test('limits count an IPv4 address, and the network of an IPv6 address', () => {
  const rows: readonly (readonly [string | undefined, string])[] = [
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['something', 'something'],
    // The connection is gone before its request is looked at.
    [undefined, 'gone'],
  ];
  for (const [ip, key] of rows) assert.equal(addressKey(ip), key, ip);
});

test('a request speaks the language of its cookie, else the one its browser wants most, else Turkish', () => {
  const rows: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{}, 'tr'],
    [{ cookie: 'sid=x; lang=en' }, 'en'],
    [{ cookie: 'lang=fr', 'accept-language': 'az-AZ' }, 'az'],
    [{ cookie: 'mylang=en' }, 'tr'],
    [{ 'accept-language': 'de-DE, en-US;q=0.7, az;q=0.9' }, 'az'],
    [{ 'accept-language': 'en;q=0, tr' }, 'tr'],
    [{ 'accept-language': 'en ; q=0.5' }, 'en'],
    [{ 'accept-language': ';;;,,,=' }, 'tr'],
    [{ 'accept-language': '*' }, 'tr'],
  ];
  for (const [headers, language] of rows) {
    assert.equal(requestLanguage(headers), language, JSON.stringify(headers));
  }
});
