import { readFile } from 'node:fs/promises';
import { StartError } from '../platform/start-error.ts';

/** Returns the text of a file that the command line names. Throws `StartError` when it cannot be read. */
export async function readGivenFile(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new StartError(missing ? `There is no file ${name}.` : `${name} cannot be read.`);
  }
}
