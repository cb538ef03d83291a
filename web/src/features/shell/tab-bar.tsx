import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';
import { findMenuPage, MENU_PAGES, PAGE_ICON, pagePath } from './pages.ts';

/** The menu of a phone, at the lower edge. */
export function TabBar() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const current = findMenuPage(pathname);
  return (
    <nav
      aria-label={t('bottomMenu')}
      className="fixed inset-x-0 bottom-0 z-(--z-header) grid h-(--tabbar) grid-cols-4 border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)] desk:hidden"
    >
      {MENU_PAGES.map((page) => (
        <Link
          key={page}
          to={pagePath(page, pathname)}
          aria-current={page === current ? 'page' : undefined}
          className="group flex flex-col items-center justify-center gap-0.75 text-10 font-med text-ink-3 aria-[current=page]:text-ink"
        >
          <Icon name={PAGE_ICON[page]} size={20} className="group-aria-[current=page]:text-brass" />
          {t(`nav.${page}`)}
        </Link>
      ))}
    </nav>
  );
}
