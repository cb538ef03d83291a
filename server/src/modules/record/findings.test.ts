import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindings } from './findings.ts';

test('of one place the first twenty findings are told, and how many more there were', () => {
  const findings = createFindings();
  assert.deepEqual([findings.count, findings.list()], [0, []]);
  const told = Array.from({ length: 20 }, (_, at) => ({ where: 'ledger', what: `row ${at + 1}` }));
  for (const { where, what } of told) findings.add(where, what);
  findings.add('BTC (epoch 1)', 'an event');
  assert.deepEqual(findings.list(), [...told, { where: 'BTC (epoch 1)', what: 'an event' }]);
  assert.equal(findings.count, 21);
  findings.add('ledger', 'row 21');
  findings.add('ledger', 'row 22');
  assert.deepEqual(findings.list(), [
    ...told,
    { where: 'ledger', what: 'and 2 more of that kind' },
    { where: 'BTC (epoch 1)', what: 'an event' },
  ]);
  assert.equal(findings.count, 23);
});
