import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../platform/testing.ts';
import {
  importAllReal,
  listDirtyFiles,
  listRawFiles,
  listRealFiles,
} from './testing/real-files.ts';

const { db } = await testDatabase({ after });

test('no file of a real market is held for implausible', async (t) => {
  const files = [...listRealFiles(), ...listRawFiles()];
  const { imported, bars, stopped } = await importAllReal(db, files);
  t.diagnostic(`${imported} of ${files.length} files imported, ${bars} bars`);
  assert.deepEqual(stopped, []);
});

test('files that are not what they are called are stopped', async (t) => {
  const files = listDirtyFiles();
  const { stopped } = await importAllReal(db, files);
  t.diagnostic(stopped.join('\n'));
  assert.equal(stopped.length, files.length);
});
