import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** How long a page may take to write its title. */
const SETTLE_MS = 250;

/** Reads the title of a page aloud when it was reached without loading a document; silent on the first one. */
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
