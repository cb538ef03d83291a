import { type AnalysisView, computeAnalysisText } from '@rasat/contract';
import { useEffect, useRef, useState } from 'react';
import { useAnalysisText } from './use-analysis-text.ts';

/** Says a condition once when it appears while the page is open; those that stood there before are not news. */
export function SignalAnnouncer({
  view,
  digits,
}: {
  readonly view: AnalysisView;
  readonly digits: number;
}) {
  const write = useAnalysisText(digits);
  const timeMs = view.condition?.datetime ?? null;
  const known = useRef(timeMs);
  const [news, setNews] = useState<number | null>(null);
  useEffect(() => {
    if (known.current === timeMs) return;
    known.current = timeMs;
    setNews(timeMs);
  }, [timeMs]);
  const [sentence] = computeAnalysisText(view);
  return (
    <span role="status" className="sr-only">
      {news !== null && news === timeMs && sentence
        ? write(sentence)
            .map((piece) => piece.text)
            .join('')
        : null}
    </span>
  );
}
