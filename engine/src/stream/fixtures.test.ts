import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { FIXTURES } from '../testing/contract-fixtures.ts';
import { fixtureFile } from '../testing/fixture-file.golden.ts';
import { recordFixture } from '../testing/fixture-record.ts';
import { ENGINE_VERSIONS } from './version.ts';

for (const version of ENGINE_VERSIONS) {
  for (const fixture of FIXTURES) {
    test(`${version}, ${fixture.name}: every bit of events, state and views is as recorded`, () => {
      const recorded = JSON.parse(readFileSync(fixtureFile(fixture, version), 'utf8'));
      assert.deepEqual(JSON.parse(JSON.stringify(recordFixture(fixture, version))), recorded);
    });
  }
}
