import { useTranslation } from '../i18n/index.ts';
import { buttonClass } from './button.tsx';
import { seemsSignedIn } from './visitor.ts';

/**
 * Renders links to other pages, for an unknown address or after an error. They load documents, so they also work in a
 * broken app.
 */
export function FallbackLinks() {
  const { t } = useTranslation('shell');
  const ways = seemsSignedIn()
    ? ([
        ['/dashboard', t('waysOn.dashboard')],
        ['/account', t('user.account')],
      ] as const)
    : ([
        ['/', t('waysOn.landing')],
        ['/record', t('nav.record')],
        ['/dashboard/predictor/forex', t('nav.predictor')],
      ] as const);
  return (
    <nav aria-label={t('waysOn.label')} className="flex flex-wrap gap-2">
      {ways.map(([to, name]) => (
        <a key={to} href={to} className={buttonClass()}>
          {name}
        </a>
      ))}
    </nav>
  );
}
