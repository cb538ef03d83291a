import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Address groups of the network that a provider usually gives one customer. */
const GROUPS_OF_ONE = 4;

/**
 * Returns the key under which limits count an address: the address itself, and for IPv6 its network of 64 bits, since
 * the holder of one address has all of that network. A caller whose connection has closed has no address; all such
 * callers share one key.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'gone';
  const address = ip.split('%')[0] ?? ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : GROUPS - first.length - last.length;
  const groups = [...first, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...last];
  const network = groups
    .slice(0, GROUPS_OF_ONE)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
