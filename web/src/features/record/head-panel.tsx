import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { type RecordHead, recordHeadsQuery } from './calls.ts';
import { Facts } from './facts.tsx';
import { HashLine } from './hash-line.tsx';
import { KeptHeadsForm } from './kept-heads-form.tsx';
import { useRecordWords } from './words.ts';

/** Renders the day's head over both chains, which a reader can keep for a later check, and the earlier heads. */
export function HeadPanel({ head }: { readonly head: RecordHead | null }) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  return (
    <Panel title={t('head.title')} className="scroll-mt-16">
      {head === null ? (
        <p className="px-3 py-3 text-ink-2">{t('head.none')}</p>
      ) : (
        <>
          <p className="max-w-[68ch] px-3 pt-3 leading-mid text-ink-2">{t('head.text')}</p>
          <Facts
            facts={[
              ['day', t('head.day'), <Day key="day" day={head.day} />],
              ['rows', t('head.rows'), formats.count(head.size)],
              ['hash', t('head.hash'), <HashLine key="h" hash={head.hash} name={t('head.hash')} />],
              ['root', t('head.root'), <HashLine key="r" hash={head.root} name={t('head.root')} />],
              ['outcomes', t('head.outcomes'), formats.count(head.outcomes)],
              [
                'outcomesHash',
                t('head.outcomesHash'),
                <HashLine key="o" hash={head.outcomesHash} name={t('head.outcomesHash')} />,
              ],
              [
                'outcomesRoot',
                t('head.outcomesRoot'),
                <Root key="p" root={head.outcomesRoot} name={t('head.outcomesRoot')} />,
              ],
            ]}
          />
          <Unfold title={t('kept.title')}>
            <KeptHeadsForm />
          </Unfold>
          <Unfold title={t('head.earlier')}>
            <Heads />
          </Unfold>
          <Verifier />
        </>
      )}
    </Panel>
  );
}

/** Renders a root over the outcomes, or that the head was published without one. */
function Root({ root, name }: { readonly root: string | null; readonly name: string }) {
  const { t } = useTranslation('record');
  return root === null ? t('head.noRoot') : <HashLine hash={root} name={name} />;
}

/** Renders the link to `docs/verifier/verify.py`, which the site serves, and how to run it. */
function Verifier() {
  const { t } = useTranslation('record');
  return (
    <div className="border-t border-line-soft px-3 py-3 leading-mid text-ink-2">
      <p className="max-w-[68ch]">
        {t('head.verifierText')}{' '}
        <a href="/verify.py" download className="link">
          {t('head.verifier')}
        </a>
      </p>
      <pre className="mt-2 text-12 break-all whitespace-pre-wrap" translate="no">
        <code>{`python3 verify.py --from ${window.location.origin} EURUSD`}</code>
      </pre>
    </div>
  );
}

function Day({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} className="num">
      {day}
    </time>
  );
}

/** Renders a section whose content is mounted, and thus fetched, only while the section is open. */
export function Unfold({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="border-t border-line-soft"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-9 px-3 py-2.25 pointer-coarse:min-h-11 pointer-coarse:py-3.25 text-12 font-med text-ink-2 hover:text-ink">
        {title}
      </summary>
      {open ? children : null}
    </details>
  );
}

function Heads() {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  const heads = useQuery(recordHeadsQuery());
  return (
    <Load
      compact
      query={heads}
      failed={t('head.earlierFailed')}
      skeleton={<Bone className="m-3 h-24 w-auto" />}
    >
      {(list) => (
        <div className="max-h-72 overflow-y-auto">
          <DataTable
            hiddenCaption
            caption={t('head.earlier')}
            rows={list}
            rowKey={({ day }) => day}
            columns={[
              [t('columns.day'), ({ day }) => <Day day={day} />],
              [t('columns.size'), ({ size }) => formats.count(size), 'figures'],
              [
                t('columns.hash'),
                ({ day, hash }) => <HashLine hash={hash} name={`${day}, ${t('columns.hash')}`} />,
              ],
              [
                t('columns.root'),
                ({ day, root }) => <HashLine hash={root} name={`${day}, ${t('columns.root')}`} />,
              ],
              [t('columns.outcomes'), ({ outcomes }) => formats.count(outcomes), 'figures'],
              [
                t('columns.outcomesHash'),
                ({ day, outcomesHash }) => (
                  <HashLine hash={outcomesHash} name={`${day}, ${t('columns.outcomesHash')}`} />
                ),
              ],
              [
                t('columns.outcomesRoot'),
                ({ day, outcomesRoot }) => (
                  <Root root={outcomesRoot} name={`${day}, ${t('columns.outcomesRoot')}`} />
                ),
              ],
            ]}
          />
        </div>
      )}
    </Load>
  );
}
