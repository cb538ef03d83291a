import { Link } from 'react-router';
import { useTranslation } from '../i18n/index.ts';
import { buttonClass } from './button.tsx';
import { listSimilarSymbols } from './similar-symbols.ts';
import { Empty } from './states.tsx';

/** Renders the message for an unknown symbol: symbols that were perhaps meant, and a link back. */
export function UnknownSymbol({
  symbol,
  symbols,
  pageOf,
  level = 1,
}: {
  readonly symbol: string;
  /** All listed symbols. */
  readonly symbols: readonly string[];
  /** Returns the address of the same page of another symbol. */
  readonly pageOf: (symbol: string) => string;
  /** 1 for a whole page, 2 for the content of a page. */
  readonly level?: 1 | 2;
}) {
  const { t } = useTranslation('shell');
  const title = t('unknownSymbol.title', { symbol });
  const similar = listSimilarSymbols(symbols, symbol);
  return (
    <>
      {level === 1 ? <title>{`${title} · Rasat`}</title> : null}
      <meta name="robots" content="noindex" />
      <Empty
        level={level}
        title={title}
        text={t('unknownSymbol.text')}
        action={
          <>
            {similar.length > 0 ? (
              <p className="flex flex-wrap items-center gap-2">
                <span className="text-ink-3">{t('unknownSymbol.similar')}</span>
                {similar.map((name) => (
                  <Link key={name} to={pageOf(name)} translate="no" className={buttonClass()}>
                    {name}
                  </Link>
                ))}
              </p>
            ) : null}
            <Link to="/dashboard" className={buttonClass()}>
              {t('unknownSymbol.action')}
            </Link>
          </>
        }
      />
    </>
  );
}
