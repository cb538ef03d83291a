import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** Session of the person. */
export type SessionEntry = Reply<typeof ROUTES.sessions>[number];
/** Telegram settings of the person. */
export type TelegramReply = Reply<typeof ROUTES.telegram>;

const LINK_LASTS_MS = 10 * 60_000;
const POLL_MS = 3000;

/** Reads the person's open sessions, the last used first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => call('sessions', { signal }),
    staleTime: 0,
  });

/** Reads whether the person requested the erasure of the account. */
export const erasureQuery = () =>
  queryOptions({
    queryKey: ['account', 'erasure'],
    queryFn: ({ signal }) => call('erasure', { signal }),
    staleTime: 0,
  });

/** Reads the Telegram settings with a link valid for 15 minutes, and renews it before it expires. */
export const telegramQuery = () =>
  queryOptions({
    queryKey: ['account', 'telegram'],
    queryFn: ({ signal }) => call('telegram', { query: {}, signal }),
    staleTime: LINK_LASTS_MS,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? LINK_LASTS_MS : false),
  });

/** Polls every three seconds until a chat is linked. Creates no new link. */
export const telegramStateQuery = () =>
  queryOptions({
    queryKey: ['account', 'telegram', 'state'],
    queryFn: ({ signal }) => call('telegram', { query: { for: 'state' }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.active ? false : POLL_MS),
  });

/** Returns whether a bot exists and no chat is linked yet. */
export function isWaiting(section: TelegramReply | undefined): boolean {
  return section !== undefined && !section.active && section.link !== null;
}

/** Reads all stored data of the person as a JSON file for download. */
export async function readPersonalData(): Promise<Blob> {
  const document = await call('personalData');
  return new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' });
}
