import { type RefObject, useEffect } from 'react';

const LOOK_MS = 1000;

/** Calls back when an element was in view for a second while the page was visible. */
export function useSeen(ref: RefObject<HTMLElement | null>, wanted: boolean, onSeen: () => void) {
  useEffect(() => {
    const element = ref.current;
    if (!wanted || !element) return undefined;
    let inView = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (inView && document.visibilityState === 'visible') timer = setTimeout(onSeen, LOOK_MS);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        inView = entries.at(-1)?.isIntersecting ?? false;
        look();
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [ref, wanted, onSeen]);
}
