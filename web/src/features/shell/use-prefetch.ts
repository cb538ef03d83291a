import { useEffect, useState } from 'react';
import { readConnection } from '../../api/client/connection.ts';
import { liveSocket } from '../../api/live/live.ts';
import { loadTexts } from '../../i18n/index.ts';
import { MENU_PAGES } from './pages.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;
const QUIET_MS = 10_000;

/** Texts of the pages that the pages of the menu link to; a page of the menu has the texts of its own name. */
const FURTHER_TEXTS = ['chance', 'symbol', 'why', 'favorites'] as const;

/**
 * Returns when the code of other pages is loaded: at the first pointer or key event, or after a delay. The first page
 * then loads first, and other pages still open after the connection is lost.
 */
export function usePrefetch(): 'render' | 'none' {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const start = (): void => {
      // React Router reloads the document when it cannot load a route's code; without a server the page would be lost.
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
      // Without its texts the code of a page is useless.
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
