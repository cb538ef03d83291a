import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow, plainNumber } from './csv.ts';

test('texts stand in quotation marks, numbers plain', () => {
  assert.equal(csvRow(['a', 1, -0.5, null, 'b"c']), '"a";1;-0.5;;"b""c"\r\n');
});

test('a text that a spreadsheet would compute is shown, a number below zero is one', () => {
  assert.equal(csvRow(['=1+1', '-1', '@a', '＝1', -1]), `"'=1+1";"'-1";"'@a";"'＝1";-1\r\n`);
});

test('no number has an exponent', () => {
  assert.equal(
    csvRow([1e-7, -2.5e-8, 1e21, 0, 1e-30]),
    '0.0000001;-0.000000025;1000000000000000000000;0;0\r\n',
  );
});

test('a number of a list is written like a field of its own', () => {
  assert.deepEqual([0.2917, 1e-7, -1, 0].map(plainNumber), ['0.2917', '0.0000001', '-1', '0']);
});
