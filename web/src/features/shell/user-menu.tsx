import { LogOut, SlidersHorizontal } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useUnread } from '../../api/calls/messages.ts';
import { type SessionInfo, useSession, useSignOut } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Menu, MenuAction, MenuLine } from '../../ui/menu.tsx';
import { type HeaderMenuProps, Initials, useInitials } from './menu-faces.tsx';

const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;

/** Renders the menu of a signed-in person: name, links to account, messages and back office, and sign-out. */
export function UserMenu({ defaultOpen }: HeaderMenuProps) {
  const { info } = useSession();
  return info?.logged ? <OpenMenu defaultOpen={defaultOpen} info={info} /> : null;
}

function OpenMenu({ defaultOpen, info }: HeaderMenuProps & { readonly info: SessionInfo }) {
  const { t } = useTranslation('shell');
  const signOut = useSignOut();
  const navigate = useNavigate();
  const letters = useInitials(info);
  const unread = useUnread();
  return (
    <Menu
      defaultOpen={defaultOpen}
      label={t('user.menu')}
      trigger={
        <IconButton label={`${letters}, ${t('user.menu')}`}>
          <Initials letters={letters} />
        </IconButton>
      }
    >
      <div className="max-w-70 px-2 pt-1.5 pb-2">
        <p translate="no" className="truncate font-semi">
          {`${info.name ?? ''} ${info.surname ?? ''}`}
        </p>
        <p translate="no" className="truncate text-12 text-ink-3">
          {info.email}
        </p>
      </div>
      <MenuLine />
      <MenuAction onAct={() => void navigate('/account')}>
        <Icon name="account" />
        {t('user.account')}
      </MenuAction>
      <MenuAction onAct={() => void navigate('/dashboard/messages')}>
        <Icon name="messages" />
        {t('nav.messages')}
        {unread > 0 ? (
          <span className="num ml-auto text-brass">
            <span aria-hidden="true">{unread}</span>
            <span className="sr-only">{t('unread', { count: unread })}</span>
          </span>
        ) : null}
      </MenuAction>
      <MenuAction onAct={() => void navigate('/record')}>
        <Icon name="record" />
        {t('nav.record')}
      </MenuAction>
      {info.admin ? (
        <MenuAction onAct={() => void navigate('/admin')}>
          <SlidersHorizontal {...ICON} />
          {t('user.admin')}
        </MenuAction>
      ) : null}
      <MenuAction onAct={signOut}>
        <LogOut {...ICON} />
        {t('user.signOut')}
      </MenuAction>
    </Menu>
  );
}
