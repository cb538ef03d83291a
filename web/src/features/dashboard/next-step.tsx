import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { findStored, store } from '../../ui/browser-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';

const CLOSED = 'rasat.step';

/** Shows a person without a subscription which pages are open and how to open the others. Stays closed once closed. */
export function NextStep() {
  const { t } = useTranslation('dashboard');
  const { info } = useSession();
  const step = info?.student ? 'student' : 'person';
  const [closed, setClosed] = useState(() => findStored(CLOSED));
  if (!info?.logged || info.subscribed || info.admin || closed === step) return null;
  return (
    <section
      aria-label={t('step.label')}
      className="mb-4 flex items-center gap-3 rounded-3 border border-line bg-s1 py-2 pr-2 pl-3.5"
    >
      <p className="min-w-0 flex-1 leading-mid text-ink-2">
        {t(`step.${step}`)}{' '}
        <Link to="/account?selected=subscription" className="link text-ink">
          {t(`step.${step}Act`)}
        </Link>
      </p>
      <IconButton
        label={t('step.close')}
        onClick={() => {
          store(CLOSED, step);
          setClosed(step);
        }}
      >
        <Icon name="close" size={14} />
      </IconButton>
    </section>
  );
}
