import { BlockList, isIP } from 'node:net';
import type { Guard, Person } from '../../platform/http/person.ts';
import { StartError } from '../../platform/start-error.ts';

/** Who everybody on this machine is as long as there are no accounts. */
const DEMO_PERSON: Person = { id: 'demo', subscriber: true, student: true, admin: false };

/** Decides for every call and every live socket. There are no accounts yet, so whoever calls is the demo person. */
export const guard: Guard = async () => DEMO_PERSON;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Refuses to serve anybody but this machine, since whoever reaches the server is let in. Throws `StartError`. */
export function assertMayListen(host: string): void {
  const version = isIP(host);
  if (host === 'localhost') return;
  if (version > 0 && loopback.check(host, version === 6 ? 'ipv6' : 'ipv4')) return;
  throw new StartError(
    `HOST: without accounts Rasat serves only this machine; use 127.0.0.1 instead of ${host}.`,
  );
}
