import type { ReactNode } from 'react';
import {
  IDLE_NAVIGATION,
  UNSAFE_DataRouterNavigationContext as Navigating,
  NavigationType,
} from 'react-router';

/** Provides the navigation state of a page: a navigation to `to`, or none for null. */
export function OnTheWay({
  to = null,
  children,
}: {
  readonly to?: string | null;
  readonly children: ReactNode;
}) {
  const navigation =
    to === null
      ? IDLE_NAVIGATION
      : {
          ...IDLE_NAVIGATION,
          state: 'loading' as const,
          location: {
            pathname: to,
            search: '',
            hash: '',
            state: null,
            key: 'next',
          },
          matches: [],
          historyAction: NavigationType.Push,
        };
  return <Navigating value={{ navigation, revalidation: 'idle' }}>{children}</Navigating>;
}
