import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { useRecordWords } from './words.ts';

/** Renders the progress of the computation of figures; `share` is from 0 to 1, null before it begins. */
export function Computing({ share }: { readonly share: number | null }) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  const percent = formats.percent((share ?? 0) * 100, 0);
  return (
    <Panel className="mt-3">
      <div className="flex min-h-49 flex-col items-start justify-center gap-2.25 px-6 py-6.5">
        <h2 className="text-15">{t('computing.title')}</h2>
        <p className="max-w-[52ch] leading-mid text-ink-2">{t('computing.text')}</p>
        <div
          role="progressbar"
          aria-label={t('computing.title')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round((share ?? 0) * 100)}
          className="mt-1 h-1.5 w-full max-w-100 overflow-hidden rounded-full bg-s3"
        >
          <div className="h-full bg-brass" style={{ width: `${(share ?? 0) * 100}%` }} />
        </div>
        <p role="status" className="num text-12 text-ink-3">
          {share === null ? t('computing.waiting') : t('computing.progress', { percent })}
        </p>
      </div>
    </Panel>
  );
}
