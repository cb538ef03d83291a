/** The fields of a message that reading depends on. */
export interface Readable {
  readonly id: number;
  readonly unread: boolean;
}

/** Finds the newest unread message of a list sorted newest first; null when all are read. */
export function findNewestUnread(entries: readonly Readable[]): number | null {
  return entries.find(({ unread }) => unread)?.id ?? null;
}

/**
 * Adds the unread messages to those that are new in this visit. A message stays new after it is read, so that its
 * appearance does not change while it is being read. Returns the same set when nothing was added.
 */
export function joinFresh(
  fresh: ReadonlySet<number>,
  entries: readonly Readable[],
): ReadonlySet<number> {
  const added = entries.filter(({ id, unread }) => unread && !fresh.has(id));
  return added.length === 0 ? fresh : new Set([...fresh, ...added.map(({ id }) => id)]);
}

/** A link of a message: its address, and its host (null for this site). */
export interface MessageLink {
  readonly href: string;
  readonly host: string | null;
}

/** Reads a message's link; null without one, and for any address other than a web page. */
export function readLink(link: string | undefined, origin: string): MessageLink | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return { href: url.href, host: url.origin === origin ? null : url.host };
}
