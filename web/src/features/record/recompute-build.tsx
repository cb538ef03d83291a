import { ENGINE_VERSION } from '@rasat/engine';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/index.ts';
import { BuildSource } from './build-panel.tsx';
import { recordBuildsQuery } from './calls.ts';
import { ENGINE_BUILD, findBuildOf } from './engine-build.ts';
import type { RecordRow } from './row-calls.ts';

/** Renders the build that this browser computes with, and whether the same build published the row. */
export function RecomputeBuild({
  row,
  own = ENGINE_BUILD,
}: {
  readonly row: Pick<RecordRow, 'seq' | 'engineVersion'>;
  readonly own?: string | null;
}) {
  const { t } = useTranslation('record');
  const { data } = useQuery(recordBuildsQuery());
  const published = data && findBuildOf(data.builds, row);
  return (
    <div className="mt-3.5 grid gap-1 text-12 text-ink-2">
      {own === null ? (
        <p>{t('build.ownUnknown')}</p>
      ) : (
        <p>
          {t('build.own', { version: ENGINE_VERSION })} <BuildSource build={own} />
        </p>
      )}
      {data === undefined || own === null ? null : published === undefined ? (
        <p>{t('build.inherited')}</p>
      ) : own === published.build ? (
        <p>{t('build.same')}</p>
      ) : (
        <p className="text-warn">
          {t('build.other', { version: published.version })} <BuildSource build={published.build} />
        </p>
      )}
    </div>
  );
}
