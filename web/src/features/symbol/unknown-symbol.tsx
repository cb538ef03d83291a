import { Link } from 'react-router';
import type { SymbolEntry } from '../../api/market.ts';
import { useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { findSimilar } from './similar-symbols.ts';

/** The page for a symbol that the list does not have, with those that were perhaps meant. */
export function UnknownSymbol({
  symbol,
  symbols,
}: {
  readonly symbol: string;
  readonly symbols: readonly SymbolEntry[];
}) {
  const { t } = useTranslation('symbol');
  const similar = findSimilar(
    symbols.map((entry) => entry.symbol),
    symbol,
  );
  return (
    <>
      <title>{`${t('unknown.title', { symbol })} · Rasat`}</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-col items-start gap-2.5 py-6">
        <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">
          {t('unknown.title', { symbol })}
        </h1>
        <p className="max-w-[48ch] text-14 leading-mid text-ink-2">{t('unknown.text')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {similar.map((name) => (
            <Link
              key={name}
              to={`/dashboard/symbol/${encodeURIComponent(name)}`}
              translate="no"
              className={buttonClass()}
            >
              {name}
            </Link>
          ))}
          <Link to="/dashboard" className={buttonClass('primary')}>
            {t('unknown.action')}
          </Link>
        </div>
      </div>
    </>
  );
}
