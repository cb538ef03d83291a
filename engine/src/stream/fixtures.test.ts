import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { FIXTURES } from '../testing/contract-fixtures.ts';
import { recordFixture } from '../testing/fixture-record.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../fixtures');

for (const fixture of FIXTURES) {
  test(`${fixture.name}: every bit of events, state and views is as recorded`, () => {
    const file = path.join(FOLDER, `${fixture.name.replaceAll(' ', '-')}.json`);
    const recorded = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual(JSON.parse(JSON.stringify(recordFixture(fixture))), recorded);
  });
}
