import { type EngineBuild, makeEngineBuild } from '../platform/engine-build.ts';

/** Returns a build of one small file; builds of different texts differ. */
export function fakeBuild(text: string): EngineBuild {
  return makeEngineBuild([{ name: 'engine/src/a.ts', content: Buffer.from(text) }], 'v24.0.0');
}
