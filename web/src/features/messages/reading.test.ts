import assert from 'node:assert/strict';
import test from 'node:test';
import { findNewestUnread, joinFresh, readLink } from './reading.ts';

const HERE = 'https://rasat.example';

test('the newest unread message is the first one without a read mark', () => {
  const list = [
    { id: 9, unread: false },
    { id: 7, unread: true },
    { id: 4, unread: true },
  ];
  assert.equal(findNewestUnread(list), 7);
  assert.equal(findNewestUnread(list.slice(0, 1)), null);
  assert.equal(findNewestUnread([]), null);
});

test('messages that were unread in this visit stay new after they are read; later messages are added', () => {
  const first = joinFresh(new Set(), [{ id: 2, unread: true }]);
  assert.deepEqual([...first], [2]);
  const read = joinFresh(first, [{ id: 2, unread: false }]);
  assert.equal(read, first, 'the same set, so nothing is painted again');
  const later = joinFresh(read, [
    { id: 3, unread: true },
    { id: 2, unread: false },
  ]);
  assert.deepEqual([...later], [2, 3]);
});

test('a link opens a page of the web; its host is named unless it is ours', () => {
  assert.deepEqual(readLink('https://example.org/a?b=1', HERE), {
    href: 'https://example.org/a?b=1',
    host: 'example.org',
  });
  assert.deepEqual(readLink(`${HERE}/record`, HERE), { href: `${HERE}/record`, host: null });
});

test('other links are ignored', () => {
  for (const odd of [
    undefined,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    '/record',
    'mailto:a@b.co',
  ]) {
    assert.equal(readLink(odd, HERE), null, odd);
  }
});
