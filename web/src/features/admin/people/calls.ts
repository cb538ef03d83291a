import type { Reply, ROUTES } from '@rasat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client/client.ts';
import { download } from '../../../api/client/download.ts';
import { PEOPLE_KEY } from '../calls.ts';

/** A person of the list. */
export type ListedPerson = Reply<typeof ROUTES.adminPeople>['people'][number];
/** One person with sessions, rights, orders and invoices. */
export type PersonRecord = Reply<typeof ROUTES.adminPerson>;
/** A right granted to a person. */
export type GrantEntry = PersonRecord['grants'][number];

/** Filters of the list of people, in the order of the bar. */
export const PEOPLE_FILTERS = ['all', 'subscriber', 'student', 'ending', 'ended'] as const;

/** Filter of the people; an empty search does not filter. */
export interface PeopleChoice {
  readonly search: string;
  readonly filter: (typeof PEOPLE_FILTERS)[number];
}

const queryOf = ({ search, filter }: PeopleChoice) => ({
  ...(search && { search }),
  ...(filter !== 'all' && { filter }),
});

/** Returns the paged query of people, newest registration first. */
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

/** Downloads the whole filtered list as a file; throws the error of `download`. */
export const downloadPeople = (choice: PeopleChoice, code: string): Promise<void> =>
  download('adminPeopleFile', { body: { ...queryOf(choice), code } });

/** Returns the query of one person by public id. */
export const personQuery = (uid: string) =>
  queryOptions({
    queryKey: [...PEOPLE_KEY, 'one', uid],
    queryFn: ({ signal }) => call('adminPerson', { params: { uid }, query: {}, signal }),
    staleTime: 0,
  });

/** Downloads all data about a person as a file; throws the error of `download`. */
export const downloadPerson = (uid: string, code: string): Promise<void> =>
  download('adminPersonFile', { params: { uid }, body: { code } });
