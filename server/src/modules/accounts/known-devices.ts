import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS } from '@rasat/contract';
import type { ServerContext } from '../../platform/part.ts';
import { deviceCookie, newDeviceName, readDeviceNames } from './device-cookie.ts';
import {
  deleteDevices,
  findDevice,
  insertDevice,
  type StoredDevice,
  updateDeviceSeen,
} from './store.ts';

/** Parts of the server that known devices use. */
export type DeviceContext = Pick<ServerContext, 'db' | 'clock' | 'config' | 'keys'>;

const LIFE_MS = LIMITS.deviceSeconds * 1000;
const hashName = (name: string): Buffer => createHash('sha256').update(name).digest();

/**
 * Finds the browser of a request as a known device of a person: they signed in with it within a year, and their
 * password has not changed since. Null for any other browser.
 */
export async function findKnownDevice(
  { db, clock, config, keys }: DeviceContext,
  personId: number,
  headers: IncomingHttpHeaders,
): Promise<StoredDevice | null> {
  const names = readDeviceNames(keys, headers, config.baseUrl);
  if (names.length === 0) return null;
  const sinceMs = clock.now() - LIFE_MS;
  return (await findDevice(db, { personId, hashes: names.map(hashName), sinceMs })) ?? null;
}

/**
 * Makes the browser of a request a known device of a person, or records its use, and returns the Set-Cookie value.
 * Entries of other people in the same browser stay. The eleventh device of a person replaces the least recently used
 * one.
 */
export async function rememberDevice(
  context: DeviceContext,
  personId: number,
  headers: IncomingHttpHeaders,
): Promise<string> {
  const { db, clock, config, keys } = context;
  const nowMs = clock.now();
  const names = readDeviceNames(keys, headers, config.baseUrl);
  const known = await findKnownDevice(context, personId, headers);
  const own = names.find((name) => known?.tokenHash.equals(hashName(name)));
  if (known && own !== undefined) {
    await updateDeviceSeen(db, known.id, nowMs);
    return deviceCookie(keys, [own, ...names.filter((name) => name !== own)], config.baseUrl);
  }
  const name = newDeviceName();
  const device = { token_hash: hashName(name), person_id: personId, made_at: nowMs };
  await insertDevice(db, { ...device, seen_at: nowMs }, LIMITS.devicesPerPerson);
  return deviceCookie(keys, [name, ...names], config.baseUrl);
}

/** Deletes every known device of a person. */
export const forgetDevices = deleteDevices;
