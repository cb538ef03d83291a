// Records the present engine's results for every generated market of contract-fixtures.ts. Records of earlier versions
// stay as they are. Run it only for a version that has published nothing, and read the difference:
//   node engine/src/testing/record-fixtures.golden.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ENGINE_VERSION } from '../stream/version.ts';
import { FIXTURES } from './contract-fixtures.ts';
import { fixtureFile } from './fixture-file.golden.ts';
import { recordFixture } from './fixture-record.ts';

for (const fixture of FIXTURES) {
  const file = fixtureFile(fixture, ENGINE_VERSION);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(recordFixture(fixture, ENGINE_VERSION), null, 1)}\n`);
}
