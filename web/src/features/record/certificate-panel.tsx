import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { type RecordCertificates, type RecordState, recordCertificatesQuery } from './calls.ts';
import { Facts } from './facts.tsx';
import { Unfold } from './head-panel.tsx';
import { useRecordWords } from './words.ts';

/** Renders the last check that published rows are unchanged: counts, failures by cause, corrections. */
export function CertificatePanel({
  certificate,
}: {
  readonly certificate: RecordState['certificate'];
}) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  if (certificate === null) {
    return (
      <Panel title={t('certificate.title')}>
        <p className="px-3 py-3 text-ink-2">{t('certificate.none')}</p>
      </Panel>
    );
  }
  const failures = certificate.engineFailures + certificate.vendorFailures;
  const counts = [
    'signals',
    'levelSets',
    'forecasts',
    'boxes',
    'outcomes',
  ] as const satisfies readonly (keyof typeof certificate)[];
  return (
    <Panel
      title={t('certificate.title')}
      meta={
        failures === 0 ? (
          <Tag tone="ok">{t('certificate.clean')}</Tag>
        ) : (
          <Tag tone={certificate.engineFailures > 0 ? 'bad' : 'warn'}>
            {t('certificate.failed', { count: failures })}
          </Tag>
        )
      }
    >
      <p className="max-w-[68ch] px-3 pt-3 leading-mid text-ink-2">{t('certificate.text')}</p>
      <p className="num px-3 pt-1.5 text-12 text-ink-3">
        {t('certificate.at', {
          moment: formats.moment(certificate.finished),
          version: certificate.engineVersion,
        })}
      </p>
      <dl className="mx-3 mt-3 grid grid-cols-5 rounded-2 border border-line-soft max-tab:grid-cols-2">
        {counts.map((key) => (
          <div key={key} className="px-2.5 py-2">
            <dt className="lbl">{t(`certificate.${key}`)}</dt>
            <dd className="num text-16 font-med">{formats.count(certificate[key])}</dd>
          </div>
        ))}
      </dl>
      <Facts
        facts={[
          ['again', t('certificate.again'), formats.count(certificate.again)],
          ['oldest', t('certificate.oldestWhole'), formats.moment(certificate.oldestWhole)],
          ['engine', t('certificate.engine'), formats.count(certificate.engineFailures)],
          ['vendor', t('certificate.vendor'), formats.count(certificate.vendorFailures)],
          ['corrections', t('certificate.corrections'), formats.count(certificate.corrections)],
          ['voided', t('certificate.voided'), formats.count(certificate.voided)],
          ['versions', t('certificate.versions'), formats.count(certificate.otherVersions)],
        ]}
      />
      <Unfold title={t('certificate.details')}>
        <Details />
      </Unfold>
    </Panel>
  );
}

function Details() {
  const { t } = useTranslation('record');
  const certificates = useQuery(recordCertificatesQuery());
  return (
    <Load
      compact
      query={certificates}
      failed={t('certificate.detailsFailed')}
      skeleton={<Bone className="m-3 h-24 w-auto" />}
    >
      {(data) => (
        <div className="max-h-100 overflow-y-auto pb-2">
          <Failures failures={data.failures} />
          <Inherited rows={data.inherited} count={data.inheritedCount} />
          <Corrections corrections={data.corrections} />
          <Ends ended={data.ended} count={data.endedCount} />
          <Earlier certificates={data.certificates} />
        </div>
      )}
    </Load>
  );
}

function Failures({ failures }: Pick<RecordCertificates, 'failures'>) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  if (failures.length === 0) {
    return <p className="px-3 py-2 text-12 text-ink-2">{t('certificate.noFailures')}</p>;
  }
  return (
    <DataTable
      caption={t('certificate.failures')}
      rows={failures}
      rowKey={(each) => [each.class, each.cause, each.symbol, each.what].join('/')}
      columns={[
        [
          t('columns.what'),
          ({ symbol, seq, what, key }) => (
            <span title={key}>
              <span translate="no">{symbol === '' ? key : symbol}</span>,{' '}
              {t(`certificate.what.${what}`)}
              {seq === null ? null : ` #${seq}`}
            </span>
          ),
        ],
        [
          t('columns.class'),
          (each) =>
            t('certificate.moreOfClass', {
              name: t(`certificate.class.${each.class}`),
              number: formats.count(each.count),
            }),
        ],
        [t('columns.cause'), ({ cause }) => t(`certificate.cause.${cause}`)],
        [t('columns.time'), ({ time }) => formats.moment(time)],
      ]}
    />
  );
}

function Inherited({
  rows,
  count,
}: {
  readonly rows: RecordCertificates['inherited'];
  readonly count: number;
}) {
  const { t } = useTranslation('record');
  if (rows.length === 0) return null;
  const more = count - rows.length;
  return (
    <>
      <DataTable
        caption={t('certificate.inherited')}
        rows={rows}
        rowKey={({ seq, leg, class: of }) => `${seq}/${leg}/${of}`}
        columns={[
          [
            t('columns.what'),
            ({ symbol, seq, leg }) => (
              <span translate="no">
                {symbol} #{seq} {leg}
              </span>
            ),
          ],
          [t('columns.class'), ({ class: of }) => t(`certificate.class.${of}`)],
        ]}
      />
      {more > 0 ? (
        <p className="px-3 py-1 text-12 text-ink-2">
          {t('certificate.inheritedMore', { count: more })}
        </p>
      ) : null}
    </>
  );
}

function Corrections({ corrections }: Pick<RecordCertificates, 'corrections'>) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  if (corrections.length === 0) {
    return <p className="px-3 py-2 text-12 text-ink-2">{t('certificate.noCorrections')}</p>;
  }
  const values = (numbers: readonly number[] | null) =>
    numbers === null ? formats.number(null, 0) : numbers.join(' · ');
  return (
    <DataTable
      caption={t('certificate.correctionList')}
      rows={corrections}
      rowKey={({ symbol, time, seen }) => `${symbol}/${time}/${seen}`}
      columns={[
        [
          t('columns.what'),
          ({ symbol, time }) => (
            <>
              <span translate="no">{symbol}</span> {formats.moment(time)}
            </>
          ),
        ],
        [t('columns.cause'), ({ reason }) => t(`certificate.reason.${reason}`)],
        [t('columns.seen'), ({ seen }) => formats.moment(seen)],
        [t('columns.stored'), ({ stored }) => values(stored)],
        [t('columns.offered'), ({ offered }) => values(offered)],
      ]}
    />
  );
}

function Ends({
  ended,
  count,
}: {
  readonly ended: RecordCertificates['ended'];
  readonly count: number;
}) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  if (ended.length === 0) {
    return <p className="px-3 py-2 text-12 text-ink-2">{t('certificate.noEnds')}</p>;
  }
  const more = count - ended.length;
  return (
    <>
      <DataTable
        caption={t('certificate.ends')}
        rows={ended}
        rowKey={({ seq }) => seq}
        columns={[
          [
            t('columns.what'),
            ({ symbol, seq }) => (
              <span translate="no">
                {symbol} #{seq}
              </span>
            ),
          ],
          [
            t('columns.endReason'),
            ({ reason, factor }) =>
              factor === null
                ? t(`row.endReason.${reason}`)
                : `${t(`row.endReason.${reason}`)}, ${t('certificate.splitOf', { factor })}`,
          ],
          [t('columns.time'), ({ at }) => formats.moment(at)],
          [
            t('columns.next'),
            ({ to }) =>
              to === null ? formats.number(null, 0) : <span translate="no">{to.symbol}</span>,
          ],
          [t('columns.legs'), ({ legs }) => formats.count(legs), 'figures'],
        ]}
      />
      {more > 0 ? (
        <p className="px-3 py-1 text-12 text-ink-2">{t('certificate.endsMore', { count: more })}</p>
      ) : null}
    </>
  );
}

function Earlier({ certificates }: Pick<RecordCertificates, 'certificates'>) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  return (
    <DataTable
      caption={t('certificate.earlier')}
      rows={certificates}
      rowKey={({ finished }) => finished}
      columns={[
        [t('columns.time'), ({ finished }) => formats.moment(finished)],
        [
          t('columns.checked'),
          ({ signals, levelSets, forecasts, boxes, outcomes }) =>
            formats.count(signals + levelSets + forecasts + boxes + outcomes),
          'figures',
        ],
        [
          t('columns.failures'),
          (each) => `${formats.count(each.engineFailures)} / ${formats.count(each.vendorFailures)}`,
          'figures',
        ],
        [t('columns.corrections'), (each) => formats.count(each.corrections), 'figures'],
      ]}
    />
  );
}
