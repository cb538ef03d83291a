import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * What the server wrote into the head holds for the address that was loaded. It goes when the app turns to another page,
 * which writes a title of its own.
 */
export function ServedHead() {
  const { pathname } = useLocation();
  const loaded = useRef(pathname);
  useEffect(() => {
    if (pathname === loaded.current) return;
    loaded.current = '';
    for (const element of document.head.querySelectorAll('[data-served]')) element.remove();
  }, [pathname]);
  return null;
}
