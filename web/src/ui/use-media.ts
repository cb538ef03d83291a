import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now; false where pages are built. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the screen has the wide layout (over 900 px). */
export function useDesktop(): boolean {
  return useMedia('(min-width: 901px)');
}

/** Whether the visitor points with a finger. */
export function useCoarsePointer(): boolean {
  return useMedia('(pointer: coarse)');
}
