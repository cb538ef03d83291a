import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/index.ts';
import { iconButtonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';

/** Leads back to the list from the video that is played. */
export function ClosePlayer({ to }: { readonly to: string }) {
  const { t } = useTranslation('education');
  return (
    <Link
      to={to}
      aria-label={t('player.close')}
      title={t('player.close')}
      className={iconButtonClass}
      // The list stands where the video stood: its heading is the next thing to read.
      onClick={() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })}
    >
      <Icon name="close" />
    </Link>
  );
}
