import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/index.ts';
import { iconButtonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';

/** Renders the link that closes the player and returns to the list. */
export function ClosePlayer({ to }: { readonly to: string }) {
  const { t } = useTranslation('education');
  return (
    <Link
      to={to}
      aria-label={t('player.close')}
      title={t('player.close')}
      className={iconButtonClass}
      // The player disappears, so the focus moves to the heading of the list.
      onClick={() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })}
    >
      <Icon name="close" />
    </Link>
  );
}
