import assert from 'node:assert/strict';
import test from 'node:test';
import { readBlocks } from './mail-blocks.ts';

const ORIGIN = 'http://127.0.0.1:3000';

test('a mail is taken apart into paragraphs, its code and its closing lines', () => {
  const text =
    'Şifre kodunuz\n\nKod on dakika geçerli.\nBaşka bir satır.\n\n    K7MQ2XWD\n\n-- \nRasat\nYanıtlamayın.\n';
  assert.deepEqual(readBlocks(text, ORIGIN), [
    { kind: 'paragraph', pieces: [{ kind: 'words', text: 'Şifre kodunuz' }] },
    {
      kind: 'paragraph',
      pieces: [{ kind: 'words', text: 'Kod on dakika geçerli.\nBaşka bir satır.' }],
    },
    { kind: 'code', code: 'K7MQ2XWD' },
    { kind: 'closing', pieces: [{ kind: 'words', text: 'Rasat\nYanıtlamayın.' }] },
  ]);
});

test('an address of this site is one of its pages, any other leads away', () => {
  const pieces = (text: string) =>
    readBlocks(text, ORIGIN).flatMap((block) => (block.kind === 'code' ? [] : block.pieces));
  const link = (text: string) => pieces(text).find((piece) => piece.kind === 'link');
  assert.equal(link('http://localhost:3000/auth/login')?.path, '/auth/login');
  assert.equal(
    link('Aç: http://localhost:0/account?selected=security#x.')?.path,
    '/account?selected=security#x',
  );
  assert.equal(link(`${ORIGIN}/a`)?.path, '/a');
  assert.equal(link('http://127.8.9.1/b')?.path, '/b');
  assert.equal(link('http://[::1]:3000/c')?.path, '/c');
  assert.equal(link('http://127.0.0.1.example/d')?.path, null);
  assert.equal(link('https://t.me/rasat_bot')?.path, null);
  assert.equal(link('http://localhost.evil.example/')?.path, null);
  assert.equal(link('javascript:alert(1)'), undefined);
  assert.deepEqual(pieces('Bkz. (https://a.example/b).'), [
    { kind: 'words', text: 'Bkz. (' },
    { kind: 'link', text: 'https://a.example/b', href: 'https://a.example/b', path: null },
    { kind: 'words', text: ').' },
  ]);
});
