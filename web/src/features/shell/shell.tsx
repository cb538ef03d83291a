import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { symbolsQuery } from '../../api/calls/market.ts';
import { learnCategories } from '../../api/live/live.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { Filling } from './filling.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { TabBar } from './tab-bar.tsx';

/** Renders the frame of a page: skip link, header, the page, footer, and a phone's tab bar. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { data: symbols } = useQuery(symbolsQuery());
  useEffect(() => {
    if (symbols) learnCategories(symbols);
  }, [symbols]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-2 bg-s3 px-3 py-2 elev-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-palette)"
      >
        {t('skip')}
      </a>
      <Header />
      <Filling />
      <ConnectionNotice />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1440px] flex-1 px-6 pt-5 pb-8 max-desk:pt-3.5 max-tab:px-3"
      >
        {children}
      </main>
      <Footer symbols={symbols ?? []} />
      <TabBar />
      <PageAnnouncer />
    </div>
  );
}
