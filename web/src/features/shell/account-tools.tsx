import { Link, useLocation } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Bell } from './bell.tsx';
import { UserButton } from './menus.tsx';

/** Renders the account's place in the header: sign-in and registration for a guest, else the user's menu. */
export function AccountTools() {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const { info } = useSession();
  if (info === null) return <span aria-hidden="true" className="size-8 max-desk:size-11" />;
  if (info.logged) {
    return (
      <>
        <Bell />
        <UserButton info={info} />
      </>
    );
  }
  const back = `?redirect=${encodeURIComponent(`${pathname}${search}`)}`;
  return (
    <span className="ml-1.5 flex items-center gap-2">
      <Link
        to={`/auth/login${back}`}
        className={cx(
          buttonClass('quiet'),
          // On a touch screen the press area is as high as the header.
          'relative after:absolute after:inset-x-0 pointer-coarse:after:-inset-y-1.5 max-desk:px-2.5',
        )}
      >
        {t('signIn')}
      </Link>
      <Link to={`/auth/register${back}`} className={cx(buttonClass('primary'), 'max-tab:hidden')}>
        {t('signUp')}
      </Link>
    </span>
  );
}
