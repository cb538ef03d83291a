// Records the engine's results for every generated market of contract-fixtures.ts. Run it only when a rule changes on
// purpose, raise that rule's version, and read the difference:
//   node engine/src/testing/record-fixtures.golden.ts
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { FIXTURES } from './contract-fixtures.ts';
import { recordFixture } from './fixture-record.ts';

for (const fixture of FIXTURES) {
  const file = path.join(
    import.meta.dirname,
    '../../fixtures',
    `${fixture.name.replaceAll(' ', '-')}.json`,
  );
  writeFileSync(file, `${JSON.stringify(recordFixture(fixture), null, 1)}\n`);
}
