import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '../../api/record.ts';
import { loadTexts, useFormats, useTranslation } from '../../i18n/index.ts';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';

/** The words of the page are there before it is painted. */
export async function clientLoader() {
  await loadTexts('record');
  return null;
}

/** The record: what every signal was worth beside random entries. Open to everybody. */
export default function RecordRoute() {
  const { t } = useTranslation('record');
  const { percent } = useFormats();
  const state = useQuery(recordQuery());
  return (
    <>
      <title>{`${t('short')} · Rasat`}</title>
      <h1 className="mb-3 text-36 tracking-[-.02em] font-stretch-[112%] max-desk:text-28">
        {t('title')}
      </h1>
      <p className="mb-5 max-w-[68ch] text-16 leading-mid text-ink-2">{t('intro')}</p>
      <Load query={state} failed={t('failed')} skeleton={null}>
        {({ computing }) =>
          computing === null ? null : (
            <Panel>
              <Empty
                level={2}
                title={t('computing.title')}
                text={t('computing.progress', { percent: percent(computing * 100, 0) })}
              />
            </Panel>
          )
        }
      </Load>
    </>
  );
}
