import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Encryption of stored columns, and derivation of secrets for a purpose. */
export interface Keys {
  /** Encrypts a text for one purpose, such as `person.identity`; two equal texts give different bytes. */
  encrypt(text: string, purpose: string): Buffer;
  /** Decrypts a text that was encrypted for the same purpose. Throws for other bytes or another purpose. */
  decrypt(bytes: Buffer, purpose: string): string;
  /** Derives 32 bytes for one purpose; they are equal in every process with the same keys. */
  derive(purpose: string): Buffer;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 4;
const FORMAT = 1;

const keyFile = z.strictObject({
  /** Id of the key that encrypts new values. */
  current: z.string(),
  keys: z.record(
    z.string().check(z.regex(/^[0-9a-f]{8}$/)),
    z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
  ),
});

/** Creates the keys: AES-256-GCM with the purpose as additional data; format byte, key id, nonce, tag, cipher text. */
export function createKeys(current: string, keys: ReadonlyMap<string, Buffer>): Keys {
  const secret = keys.get(current);
  if (secret?.length !== KEY_BYTES) throw new RangeError('the current key is missing');
  return {
    encrypt(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const id = Buffer.from(current, 'hex');
      return Buffer.concat([Buffer.of(FORMAT), id, nonce, cipher.getAuthTag(), body]);
    },
    decrypt(bytes, purpose) {
      const nonceAt = 1 + ID_BYTES;
      const tagAt = nonceAt + NONCE_BYTES;
      const key = keys.get(bytes.subarray(1, nonceAt).toString('hex'));
      if (bytes[0] !== FORMAT || !key) throw new Error('encrypted with an unknown key');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, tagAt))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
      const body = decipher.update(bytes.subarray(tagAt + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES)),
  };
}

/** Creates random keys for the lifetime of this process. */
export function randomKeys(): Keys {
  const id = randomBytes(ID_BYTES).toString('hex');
  return createKeys(id, new Map([[id, randomBytes(KEY_BYTES)]]));
}

/** Returns the file of the encryption keys. */
export function keysFileOf(config: Config): string {
  return config.keysFile ?? path.join(config.dataDir, 'keys.json');
}

/**
 * Reads the operator's key file. On the bundled database a missing one is created under the data folder, readable by
 * its owner only; with another database it must exist. Throws `StartError`.
 */
export async function loadKeys(config: Config): Promise<Keys> {
  if (config.keysFile === null && config.databaseUrl !== null) {
    throw new StartError('KEYS_FILE must name the file of the encryption keys with DATABASE_URL.');
  }
  const file = keysFileOf(config);
  try {
    return readKeys(await readFile(file, 'utf8'), file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code !== 'ENOENT' || config.databaseUrl !== null) {
      throw new StartError(`KEYS_FILE: ${file} cannot be read (${code}).`);
    }
  }
  await makeKeyFile(file);
  return readKeys(await readFile(file, 'utf8'), file);
}

function readKeys(text: string, file: string): Keys {
  try {
    const { current, keys } = z.parse(keyFile, JSON.parse(text));
    const bytes = Object.entries(keys).map(
      ([id, key]) => [id, Buffer.from(key, 'base64')] as const,
    );
    return createKeys(current, new Map(bytes));
  } catch (cause) {
    throw new StartError(`KEYS_FILE: ${file} is no key file of Rasat.`, { cause });
  }
}

/**
 * Creates the key file under another name and links it into place, so that a killed start leaves no partial file and
 * two concurrent starts use the same one.
 */
async function makeKeyFile(file: string): Promise<void> {
  const id = randomBytes(ID_BYTES).toString('hex');
  const content = { current: id, keys: { [id]: randomBytes(KEY_BYTES).toString('base64') } };
  const beside = `${file}.${id}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(beside, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    await link(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(beside);
  }
}
