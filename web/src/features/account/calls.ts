import type { Reply, ROUTES } from '@rasat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client/client.ts';

/** A session of the person. */
export type SessionEntry = Reply<typeof ROUTES.sessions>[number];
/** The Telegram section. */
export type TelegramReply = Reply<typeof ROUTES.telegram>;

const LINK_LASTS_MS = 10 * 60_000;
const LOOK_MS = 3000;

/** The person's open sessions, the last used first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => call('sessions', { signal }),
    staleTime: 0,
  });

/** Whether the person asked to be erased. */
export const erasureQuery = () =>
  queryOptions({
    queryKey: ['account', 'erasure'],
    queryFn: ({ signal }) => call('erasure', { signal }),
    staleTime: 0,
  });

/** The Telegram section with a link that is good for fifteen minutes; read again before it ends. */
export const telegramQuery = () =>
  queryOptions({
    queryKey: ['account', 'telegram'],
    queryFn: ({ signal }) => call('telegram', { query: {}, signal }),
    staleTime: LINK_LASTS_MS,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? LINK_LASTS_MS : false),
  });

/** Whether a chat is linked by now; asked every few seconds until one is. Makes no link. */
export const telegramStateQuery = () =>
  queryOptions({
    queryKey: ['account', 'telegram', 'state'],
    queryFn: ({ signal }) => call('telegram', { query: { for: 'state' }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.active ? false : LOOK_MS),
  });

/** Whether a bot is there and no chat is linked. */
export function isWaiting(section: TelegramReply | undefined): boolean {
  return section !== undefined && !section.active && section.link !== null;
}

/** Everything that is stored about the person, as the file that it is downloaded as. */
export async function readPersonalData(): Promise<Blob> {
  const document = await call('personalData');
  return new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' });
}
