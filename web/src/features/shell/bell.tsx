import { Link } from 'react-router';
import { useUnread } from '../../api/calls/messages.ts';
import { useTranslation } from '../../i18n/index.ts';
import { iconButtonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';

const MAX_SHOWN = 9;

/** Links to the messages and shows the number of unread ones. */
export function Bell() {
  const { t } = useTranslation('shell');
  const unread = useUnread();
  const label = unread > 0 ? t('unread', { count: unread }) : t('nav.messages');
  return (
    <Link to="/dashboard/messages" aria-label={label} title={label} className={iconButtonClass}>
      <Icon name="bell" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="num absolute top-0.5 right-0.5 min-w-3.5 rounded-full bg-brass px-0.75 text-center text-10 leading-3.5 font-semi text-s1 max-desk:top-2 max-desk:right-2"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      ) : null}
    </Link>
  );
}
