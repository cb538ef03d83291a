import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';

/** Header, page and footer. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-palette) focus:bg-s3 focus:px-3 focus:py-2"
      >
        {t('skip')}
      </a>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[1440px] px-6 pt-5 pb-8 max-desk:px-3 max-desk:pt-3.5 max-desk:pb-[calc(var(--tabbar)+26px)]"
      >
        {children}
      </main>
    </>
  );
}
