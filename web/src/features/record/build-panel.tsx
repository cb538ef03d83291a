import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FormStatus } from '../../ui/form.tsx';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { type RecordBuild, recordBuildsQuery } from './calls.ts';
import { archivePath } from './engine-build.ts';
import { Facts } from './facts.tsx';
import { HashLine } from './hash-line.tsx';
import { Unfold } from './head-panel.tsx';
import { useRecordWords } from './words.ts';

/** Renders the newest registered build of the engine with a link to its source, and the earlier builds. */
export function BuildPanel() {
  const { t } = useTranslation('record');
  const builds = useQuery(recordBuildsQuery());
  return (
    <Panel title={t('build.title')}>
      <p className="max-w-[68ch] px-3 pt-3 leading-mid text-ink-2">{t('build.text')}</p>
      <Load
        compact
        query={builds}
        failed={t('build.failed')}
        skeleton={<Bone className="m-3 h-24 w-auto" />}
      >
        {({ builds: [newest, ...earlier] }) => (
          <>
            {newest ? (
              <Newest build={newest} />
            ) : (
              <p className="px-3 py-3 text-ink-2">{t('build.none')}</p>
            )}
            {earlier.length > 0 ? (
              <Unfold title={t('build.earlier')}>
                <Earlier builds={earlier} />
              </Unfold>
            ) : null}
          </>
        )}
      </Load>
    </Panel>
  );
}

/** Renders the reason for which no row is published, above the figures; nothing while rows are published. */
export function PublishingNotice() {
  const { t } = useTranslation('record');
  const { data } = useQuery(recordBuildsQuery());
  const waiting = data?.waiting ?? null;
  if (waiting === null) return null;
  return (
    <FormStatus kind="notice">
      {waiting.why === 'checking' ? t('build.checking') : t('build.refused')}
    </FormStatus>
  );
}

/** Renders the hash of a build with a button that copies it, and the link to its source. */
export function BuildSource({ build }: { readonly build: string }) {
  const { t } = useTranslation('record');
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <HashLine hash={build} name={t('build.build')} />
      <a href={archivePath(build)} download className="link">
        {t('build.source')}
      </a>
    </span>
  );
}

function Newest({ build }: { readonly build: RecordBuild }) {
  const { t } = useTranslation('record');
  const words = useBuildWords();
  return (
    <Facts
      facts={[
        ['version', t('build.version'), build.version],
        ['build', t('build.build'), <BuildSource key="build" build={build.build} />],
        ['node', t('build.node'), build.node],
        ['since', t('build.since'), words.since(build)],
        ['reproduced', t('build.reproduced'), words.reproduced(build)],
      ]}
    />
  );
}

function Earlier({ builds }: { readonly builds: readonly RecordBuild[] }) {
  const { t } = useTranslation('record');
  const words = useBuildWords();
  return (
    <DataTable
      hiddenCaption
      caption={t('build.earlier')}
      rows={builds}
      rowKey={({ seq }) => seq}
      columns={[
        [t('build.version'), ({ version }) => version],
        [t('build.build'), ({ build }) => <BuildSource build={build} />],
        [t('build.since'), words.since],
        [t('build.reproduced'), words.reproduced],
      ]}
    />
  );
}

function useBuildWords() {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  return {
    since: ({ seq, created }: RecordBuild): string =>
      t('build.sinceValue', { seq: formats.count(seq), moment: formats.moment(created) }),
    reproduced: ({ reproduced }: RecordBuild): string =>
      reproduced === null
        ? t('build.first')
        : t('build.reproducedValue', {
            rows: formats.count(reproduced.rows),
            outcomes: formats.count(reproduced.outcomes),
          }),
  };
}
