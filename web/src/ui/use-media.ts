import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches; false while pages are prerendered. */
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

/** Returns whether the screen has the wide layout (over 900 px). */
export function useDesktop(): boolean {
  return useMedia('(min-width: 901px)');
}

/** Returns whether the visitor uses a touch screen. */
export function useCoarsePointer(): boolean {
  return useMedia('(pointer: coarse)');
}
