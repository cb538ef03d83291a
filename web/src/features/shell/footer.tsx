import { Link, useLocation } from 'react-router';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useTranslation } from '../../i18n/index.ts';
import { SourceNote } from '../../ui/price-source.tsx';
import { findShown } from './pages.ts';

/** Renders the disclaimer, and a note when prices of the page are simulated. */
export function Footer({ symbols }: { readonly symbols: readonly SymbolEntry[] }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <footer className="border-t border-line print:hidden max-desk:pb-(--tabbar)">
      <div className="mx-auto flex w-full max-w-[1440px] flex-wrap gap-x-5 gap-y-1 px-6 py-3.5 text-12 text-ink-3 max-tab:px-3">
        <span>{t('advice')}</span>
        <Link to="/record" className="link -my-1 text-ink-2">
          {t('nav.record')}
        </Link>
        <SourceNote symbols={findShown(symbols, pathname)} />
      </div>
    </footer>
  );
}
