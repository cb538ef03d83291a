import path from 'node:path';
import type { EngineVersion } from '../stream/version.ts';
import type { Fixture } from './contract-fixtures.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../fixtures');

/** Returns the file with the recorded results of a fixture: those of 1.0.0 lie in `fixtures`, later ones below it. */
export function fixtureFile(fixture: Fixture, version: EngineVersion): string {
  const folder = version === '1.0.0' ? FOLDER : path.join(FOLDER, version);
  return path.join(folder, `${fixture.name.replaceAll(' ', '-')}.json`);
}
