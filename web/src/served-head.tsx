import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Removes the head elements that the server wrote when the app shows another page, which sets its own title. */
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
