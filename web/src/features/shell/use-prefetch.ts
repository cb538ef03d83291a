import { useEffect, useState } from 'react';
import { readConnection } from '../../api/client/connection.ts';
import { liveSocket } from '../../api/live/live.ts';
import { loadTexts } from '../../i18n/index.ts';
import { MENU_PAGES } from './pages.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;
const QUIET_MS = 10_000;

/** The texts of the pages that those of the menu lead to; each page of the menu has those of its own name. */
const FURTHER_TEXTS = ['symbol', 'why', 'favorites'] as const;

/**
 * When to fetch the code of the other pages: at the first pointer or key event, or after a delay. The first page then
 * loads first, and other pages still open after the connection is lost.
 */
export function usePrefetch(): 'render' | 'none' {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const start = (): void => {
      // React Router reloads the page when it cannot fetch a route's code: without a server that page would be lost.
      if (
        !navigator.onLine ||
        readConnection().lostMs !== null ||
        liveSocket.state.lostMs !== null
      ) {
        clearTimeout(timer);
        timer = setTimeout(start, QUIET_MS);
        return;
      }
      setWanted(true);
      // Without them no code of a page is of use.
      loadTexts(...MENU_PAGES, ...FURTHER_TEXTS).catch(() => undefined);
    };
    timer = setTimeout(start, QUIET_MS);
    for (const sign of SIGNS) addEventListener(sign, start, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) removeEventListener(sign, start);
    };
  }, []);
  return wanted ? 'render' : 'none';
}
