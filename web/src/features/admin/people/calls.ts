import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { download } from '../../../api/client/download.ts';
import { PEOPLE_KEY } from '../calls.ts';

/** A person as the list has them. */
export type ListedPerson = Reply<typeof ROUTES.adminPeople>['people'][number];
/** One person with sessions, rights, orders and invoices. */
export type PersonRecord = Reply<typeof ROUTES.adminPerson>;
/** Something that a person was given. */
export type GrantEntry = PersonRecord['grants'][number];

/** What narrows the list of people, in the order of its bar. */
export const PEOPLE_FILTERS = ['all', 'subscriber', 'student', 'ending', 'ended'] as const;

/** Which people are listed; an empty search finds everybody. */
export interface PeopleChoice {
  readonly search: string;
  readonly filter: (typeof PEOPLE_FILTERS)[number];
}

const queryOf = ({ search, filter }: PeopleChoice) => ({
  ...(search && { search }),
  ...(filter !== 'all' && { filter }),
});

/** The people, the last registered first, part by part. */
export const peopleQuery = (choice: PeopleChoice) =>
  infiniteQueryOptions({
    queryKey: [...PEOPLE_KEY, 'list', choice.search, choice.filter],
    queryFn: ({ signal, pageParam }) =>
      call('adminPeople', {
        query: { ...queryOf(choice), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Saves the same list, whole, as a file; throws what `download` throws. */
export const downloadPeople = (choice: PeopleChoice, code: string): Promise<void> =>
  download('adminPeopleFile', { body: { ...queryOf(choice), code } });

/** One person by the public id. */
export const personQuery = (uid: string) =>
  queryOptions({
    queryKey: [...PEOPLE_KEY, 'one', uid],
    queryFn: ({ signal }) => call('adminPerson', { params: { uid }, query: {}, signal }),
    staleTime: 0,
  });

/** Saves everything that is stored about a person as a file; throws what `download` throws. */
export const downloadPerson = (uid: string, code: string): Promise<void> =>
  download('adminPersonFile', { params: { uid }, body: { code } });
