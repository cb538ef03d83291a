import { Link, useLocation } from 'react-router';
import { useLogged } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { IconButton, Kbd } from '../../ui/button.tsx';
import { Icon, LogoMark } from '../../ui/icons.tsx';
import { paletteKey } from '../../ui/keys.ts';
import { showOverlay } from '../../ui/overlay.ts';
import { AccountTools } from './account-tools.tsx';
import { Clock } from './clock.tsx';
import { LiveTag } from './live-tag.tsx';
import { AppearanceButton, LanguageButton } from './menus.tsx';
import { findMenuPage, menuPages, pagePath } from './pages.ts';
import { usePrefetch } from './use-prefetch.ts';

/** Renders the header: logo, menu, search, clock, appearance, language and account. */
export function Header() {
  const { t } = useTranslation('shell');
  return (
    <header className="sticky top-0 z-(--z-header) flex h-(--topbar) items-center gap-4 border-b border-line bg-s1 px-4 print:hidden max-wide:gap-2.5 max-desk:gap-1 max-desk:pr-2 max-desk:pl-6 max-tab:pl-3">
      <Home />
      <MainMenu />
      <span className="flex-1" />
      <LiveTag />
      <button
        type="button"
        onClick={() => showOverlay('palette')}
        aria-keyshortcuts="Control+K Meta+K /"
        className="flex h-8 w-65 min-w-28 items-center gap-2 rounded-2 border border-line bg-s2 pr-2 pl-2.5 text-ink-3 hover:border-line-ctl max-desk:hidden"
      >
        <Icon name="search" />
        <span className="min-w-0 flex-1 truncate text-left">{t('search')}</span>
        <Kbd>{paletteKey()}</Kbd>
      </button>
      <Clock />
      <div className="flex items-center">
        <IconButton
          label={t('searchShort')}
          onClick={() => showOverlay('palette')}
          className="desk:hidden"
        >
          <Icon name="search" size={20} />
        </IconButton>
        <AppearanceButton />
        <LanguageButton />
        <AccountTools />
      </div>
    </header>
  );
}

/** Links to the dashboard, or to the landing page for a guest, with logo and name. */
function Home() {
  const { t } = useTranslation('shell');
  const logged = useLogged();
  return (
    <Link
      to={logged ? '/dashboard' : '/'}
      reloadDocument={!logged}
      aria-label={t(logged ? 'home' : 'landing')}
      className="flex min-h-11 items-center gap-2.25"
    >
      <LogoMark />
      <span
        translate="no"
        className="text-[17px] font-[680] tracking-[-.015em] font-stretch-[118%] max-[359px]:hidden"
      >
        Rasat
      </span>
    </Link>
  );
}

function MainMenu() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const current = findMenuPage(pathname);
  const prefetch = usePrefetch();
  const logged = useLogged();
  return (
    <nav aria-label={t('mainMenu')} className="flex h-full max-desk:hidden">
      {menuPages(logged).map((page) => (
        <Link
          key={page}
          to={pagePath(page, pathname)}
          prefetch={prefetch}
          aria-current={page === current ? 'page' : undefined}
          className="relative flex h-full items-center px-2.75 font-med text-ink-2 after:absolute after:inset-x-2.75 max-wide:px-2 max-wide:after:inset-x-2 after:-bottom-px after:h-0.5 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:bg-ink"
        >
          {t(`nav.${page}`)}
        </Link>
      ))}
    </nav>
  );
}
