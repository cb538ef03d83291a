import { Link, useLocation } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { findMenuPage, type MenuReader, PAGE_ICON, pagePath, tabPages } from './pages.ts';

/** Renders the menu at the lower edge of a phone: the pages, and the account of a signed-in person. */
export function TabBar() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { info } = useSession();
  const logged = info?.logged ?? false;
  const reader: MenuReader =
    info?.subscribed || info?.admin ? 'subscriber' : logged ? 'member' : 'guest';
  const current = findMenuPage(pathname);
  return (
    <nav
      aria-label={t('bottomMenu')}
      className={cx(
        'fixed inset-x-0 bottom-0 z-(--z-header) grid h-(--tabbar) border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)] desk:hidden print:hidden',
        // Six names need narrow letters to fit into 320 px.
        reader === 'subscriber' ? 'grid-cols-6 font-stretch-[84%]' : 'grid-cols-5',
      )}
    >
      {tabPages(reader).map((page) => (
        <Tab
          key={page}
          to={pagePath(page, pathname)}
          icon={PAGE_ICON[page]}
          label={t(`nav.${page}`)}
          current={page === current}
        />
      ))}
      {logged ? (
        <Tab
          to="/account"
          icon="account"
          label={t('user.tab')}
          current={/^\/account\/?$/.test(pathname)}
        />
      ) : null}
    </nav>
  );
}

function Tab({
  to,
  icon,
  label,
  current,
}: {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  readonly current: boolean;
}) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className="group flex min-w-0 flex-col items-center justify-center gap-0.75 text-12 font-med text-ink-3 aria-[current=page]:text-ink"
    >
      <Icon name={icon} size={20} className="group-aria-[current=page]:text-brass" />
      {label}
    </Link>
  );
}
