import { useSyncExternalStore } from 'react';
import { currentLook, type Look, SERVER_LOOK, subscribeToLook } from './look.ts';

export * from './look.ts';

/** Returns the current appearance; updates when the visitor, another tab or the system changes it. */
export function useLook(): Look {
  return useSyncExternalStore(subscribeToLook, currentLook, () => SERVER_LOOK);
}
