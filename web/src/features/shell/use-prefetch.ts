import { useEffect, useState } from 'react';
import { loadTexts } from '../../i18n/index.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;
const QUIET_MS = 10_000;

/**
 * When the code of the other pages is to be fetched: at the first sign of somebody who may go there, or after a while,
 * so that the first page comes before all and a lost connection does not keep anybody from turning to the next one.
 */
export function usePrefetch(): 'render' | 'none' {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const start = (): void => {
      // React Router reloads the page when it cannot fetch a route's code: without a network that page would be lost.
      if (!navigator.onLine) {
        addEventListener('online', start, { once: true });
        return;
      }
      setWanted(true);
      // Without them no code of a page is of use.
      loadTexts('chart', 'symbol', 'why', 'favorites', 'messages').catch(() => undefined);
    };
    const timer = setTimeout(start, QUIET_MS);
    for (const sign of SIGNS) addEventListener(sign, start, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('online', start);
      for (const sign of SIGNS) removeEventListener(sign, start);
    };
  }, []);
  return wanted ? 'render' : 'none';
}
