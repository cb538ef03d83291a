import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Time in which a page may write its title. */
const SETTLE_MS = 250;

/** Announces the title of a page to screen readers after navigation without a document load; not for the first page. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === first.current) return undefined;
    first.current = '';
    const timer = setTimeout(() => setTitle(document.title), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
