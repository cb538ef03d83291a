import { useSourceName } from '../source-name.ts';
import type { AdminSymbol } from './calls.ts';

/** Renders the source of a symbol, and the name of its instrument there if it is another. */
export function SourceOf({ symbol }: { readonly symbol: AdminSymbol }) {
  const sourceName = useSourceName();
  const { source, sourceSymbol } = symbol;
  return (
    <>
      {sourceName(source)}
      {sourceSymbol === symbol.symbol ? null : (
        <>
          {' '}
          <span translate="no" className="num text-ink-3">
            {sourceSymbol}
          </span>
        </>
      )}
    </>
  );
}
