import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/index.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty } from '../../../ui/states.tsx';

/** Explains that a section needs the course, with a link to it. */
export function NeedsCourse({ of }: { readonly of: 'videos' | 'question' | 'homework' }) {
  const { t } = useTranslation('education');
  return (
    <Panel>
      <Empty
        level={2}
        title={t('needs.title')}
        text={t(`needs.${of}`)}
        action={
          <Link to="?selected=education" className={buttonClass('secondary')}>
            {t('needs.act')}
          </Link>
        }
      />
    </Panel>
  );
}
