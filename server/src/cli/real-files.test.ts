import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../platform/testing.ts';
import { importAllReal, listRawFiles, listRealFiles } from './testing/real-files.ts';

const { db } = await testDatabase({ after });
/** A thousand bars a file are read quickly; `npm run soak` imports the hourly ones, too. */
const isDaily = ({ resolution }: { readonly resolution: string }): boolean => resolution === '1D';

test('no daily file of a real market is held for implausible', async (t) => {
  const files = [...listRealFiles(), ...listRawFiles()].filter(isDaily);
  const { imported, stopped } = await importAllReal(db, files);
  t.diagnostic(`${imported} of ${files.length} files imported`);
  assert.deepEqual(stopped, []);
});
