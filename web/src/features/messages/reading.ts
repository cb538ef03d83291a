/** What a list needs to know of a message. */
export interface Readable {
  readonly id: number;
  readonly unread: boolean;
}

/** Finds the newest unread message of a list sorted newest first; null when all are read. */
export function findNewestUnread(entries: readonly Readable[]): number | null {
  return entries.find(({ unread }) => unread)?.id ?? null;
}

/**
 * The messages that are new in this visit: those that were and those that are unread. What was read meanwhile stays new
 * until one leaves, so that nothing changes its look under the reader's eyes. The same set when nothing was added.
 */
export function joinFresh(
  fresh: ReadonlySet<number>,
  entries: readonly Readable[],
): ReadonlySet<number> {
  const added = entries.filter(({ id, unread }) => unread && !fresh.has(id));
  return added.length === 0 ? fresh : new Set([...fresh, ...added.map(({ id }) => id)]);
}

/** A link of a message: where it leads, and whose site that is (null when it is this one). */
export interface MessageLink {
  readonly href: string;
  readonly host: string | null;
}

/** Reads a message's link; null when there is none, or when it leads anywhere but to a page of the web. */
export function readLink(link: string | undefined, origin: string): MessageLink | null {
  if (link === undefined || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return { href: url.href, host: url.origin === origin ? null : url.host };
}
