import type { AnalysisClause } from '@rasat/contract';
import { useEffect, useRef, useState } from 'react';
import { useAnalysisText } from './use-analysis-text.ts';

/** Announces a condition once when it appears while the page is open; earlier conditions are not announced. */
export function SignalAnnouncer({
  lead,
  timeMs,
  digits,
}: {
  /** The sentence about the condition. */
  readonly lead: AnalysisClause;
  /** When the condition formed; null without one. */
  readonly timeMs: number | null;
  readonly digits: number;
}) {
  const write = useAnalysisText(digits);
  const known = useRef(timeMs);
  const [news, setNews] = useState<number | null>(null);
  useEffect(() => {
    if (known.current === timeMs) return;
    known.current = timeMs;
    setNews(timeMs);
  }, [timeMs]);
  return (
    <span role="status" className="sr-only">
      {news !== null && news === timeMs ? write(lead) : null}
    </span>
  );
}
