import type { MessageList } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type MessageEntry, messagesQuery, unreadQuery } from '../../api/calls/messages.ts';
import { call } from '../../api/client/client.ts';
import type { Loadable } from '../../ui/load.tsx';
import { findNewestUnread, joinFresh } from './reading.ts';

/** A list of messages and its new ones. */
export interface ShownMessages {
  readonly query: Loadable<readonly MessageEntry[]>;
  /** Ids of the messages that are new in this visit. */
  readonly fresh: ReadonlySet<number>;
  /** The message that marks the list as read once it is seen; null when there is nothing to mark. */
  readonly newestUnread: number | null;
  /** Marks the list as read. A failure is not shown; the mark is sent again when the message is seen again. */
  readonly onSeen: () => void;
  /** Marks the list as read, and shows no message as new any more. */
  readonly readAll: () => void;
}

/** Returns a list of messages. The list is marked as read when its newest unread message is seen. */
export function useMessageList(list: MessageList): ShownMessages {
  const client = useQueryClient();
  const query = useQuery(messagesQuery(list));
  const [fresh, setFresh] = useState<ReadonlySet<number>>(() => new Set());
  const marked = useRef<number | null>(null);
  const { data } = query;
  useEffect(() => {
    if (data) setFresh((before) => joinFresh(before, data));
  }, [data]);
  const newestUnread = data ? findNewestUnread(data) : null;
  const onSeen = useCallback(() => {
    if (newestUnread === null || marked.current === newestUnread) return;
    marked.current = newestUnread;
    call('readMessages', { body: { list, through: newestUnread } }).then(
      () => {
        client.setQueryData(messagesQuery(list).queryKey, (entries) =>
          entries?.map((entry) => ({ ...entry, unread: false })),
        );
        return client.invalidateQueries({ queryKey: unreadQuery().queryKey });
      },
      () => {
        marked.current = null;
      },
    );
  }, [client, list, newestUnread]);
  return {
    query,
    fresh,
    newestUnread,
    onSeen,
    readAll: () => {
      onSeen();
      setFresh(new Set());
    },
  };
}
