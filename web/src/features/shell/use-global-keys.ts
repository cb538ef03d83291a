import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { GO_WAIT_MS, isTyping, readGlobalKey } from '../../ui/keys.ts';
import { showOverlay } from '../../ui/overlay.ts';
import { focusPageSearch } from '../../ui/page-search.ts';
import { flipTheme, useLook } from '../../ui/theme.ts';
import { pagePath } from './pages.ts';

/** Handles the shortcuts of every page: palette, help, theme, and `g` with the key of a page. */
export function useGlobalKeys(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { keys } = useLook();
  useEffect(() => {
    let goUntilMs = 0;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return;
      const read = readGlobalKey({
        key: event.key,
        ctrl: event.ctrlKey,
        meta: event.metaKey,
        alt: event.altKey,
        typing: isTyping(event.target),
        single: keys,
        afterGo: event.timeStamp < goUntilMs,
      });
      const second = event.timeStamp < goUntilMs;
      goUntilMs = read.act === 'wait' ? event.timeStamp + GO_WAIT_MS : 0;
      if (read.act === 'none' && !second) return;
      // A key after `g` belongs to the sequence and is not handled by the page.
      event.stopImmediatePropagation();
      if (read.act === 'none' || read.act === 'wait') return;
      event.preventDefault();
      // A page with a search field of its own focuses it; the palette has another shortcut.
      if (event.key === '/' && focusPageSearch()) return;
      if (read.act === 'theme') flipTheme();
      else if (read.act === 'go') void navigate(pagePath(read.to, pathname));
      else showOverlay(read.act);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [navigate, pathname, keys]);
}
