import { Link } from 'react-router';
import { callPath } from '../../api/client/client.ts';
import { type SessionInfo, useSession } from '../../api/session/session.ts';
import { useErrorText, useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass, Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecomputeBuild } from './recompute-build.tsx';
import type { RecomputeFailure } from './recompute-message.ts';
import { RecomputeSteps } from './recompute-steps.tsx';
import type { RecordRow, RecordRowDetail } from './row-calls.ts';
import { type Recomputation, useRecompute } from './use-recompute.ts';

type Audience = RecordRowDetail['audience'];

/**
 * Renders the recomputation of a row in the reader's browser, step by step, and the download of its file for the
 * command line. A reader who may not see the row's bars gets the reason and a link to sign in or subscribe.
 */
export function RecomputePanel({
  row,
  audience,
}: {
  readonly row: Pick<RecordRow, 'seq' | 'engineVersion'>;
  readonly audience: Audience;
}) {
  const { t } = useTranslation('record');
  const { info } = useSession();
  return (
    <Panel title={t('recompute.title')}>
      {info !== null && !mayHavePrices(audience, info) ? (
        <Withheld seq={row.seq} audience={audience} info={info} />
      ) : (
        <Recompute row={row} />
      )}
    </Panel>
  );
}

function mayHavePrices(audience: Audience, { logged, subscribed, admin }: SessionInfo): boolean {
  return audience === 'anyone' || (audience === 'signed-in' ? logged : subscribed || admin);
}

function Withheld({
  seq,
  audience,
  info,
}: {
  readonly seq: number;
  readonly audience: Audience;
  readonly info: SessionInfo;
}) {
  const { t } = useTranslation(['record', 'shell']);
  return (
    <div className="grid justify-items-start gap-3 p-3">
      <p className="max-w-[72ch] leading-mid text-ink-2">
        {t(
          audience === 'signed-in'
            ? 'record:recompute.withheld.signedIn'
            : 'record:recompute.withheld.subscribers',
        )}
      </p>
      <Link
        to={
          info.logged
            ? '/account?selected=subscription'
            : `/auth/login?redirect=${encodeURIComponent(`/record/${seq}`)}`
        }
        className={cx(buttonClass('primary'), 'max-desk:min-h-11')}
      >
        {t(info.logged ? 'record:recompute.withheld.offers' : 'shell:signIn')}
      </Link>
    </div>
  );
}

function Recompute({ row }: { readonly row: Pick<RecordRow, 'seq' | 'engineVersion'> }) {
  const { seq } = row;
  const { t } = useTranslation('record');
  const address = callPath('recordRowFile', { params: { seq: String(seq) } });
  const [state, start] = useRecompute(address);
  const running = state.kind === 'running';
  const file = `rasat-record-${seq}.json`;
  return (
    <div className="p-3">
      <p className="max-w-[72ch] leading-mid text-ink-2">{t('recompute.intro')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {/* Not `disabled` during the run, so that the button keeps the focus. */}
        <Button
          variant="primary"
          aria-disabled={running}
          onClick={() => {
            if (!running) start();
          }}
          className="max-desk:min-h-11"
        >
          {running ? <Spinner /> : null}
          {state.kind === 'done' ? t('recompute.again') : t('recompute.start')}
        </Button>
        <a href={address} download={file} className={cx(buttonClass(), 'max-desk:min-h-11')}>
          {t('recompute.download')}
        </a>
      </div>
      <Result state={state} />
      {state.kind === 'running' || state.kind === 'done' ? (
        state.steps.length > 0 ? (
          <RecomputeSteps steps={state.steps} />
        ) : null
      ) : null}
      <RecomputeBuild row={row} />
      <p className="mt-3.5 text-12 text-ink-3">{t('recompute.command')}</p>
      <code
        translate="no"
        className="mt-1 block rounded-2 border border-line-soft bg-s2 px-2.5 py-1.75 text-12 break-all"
      >
        {`npm run rasat -- verify --offline ${file}`}
      </code>
    </div>
  );
}

const TONES = {
  equal: 'border-ok-line bg-ok-bg',
  vendor: 'border-warn-line bg-warn-bg',
  differs: 'border-bad-line bg-bad-bg',
} as const;
const INK = { equal: 'text-ok', vendor: 'text-warn', differs: 'text-bad' } as const;

/** Renders the progress, and then the verdict or failure, in a live region. */
function Result({ state }: { readonly state: Recomputation }) {
  const { t } = useTranslation('record');
  return (
    <div role="status" aria-live="polite">
      {state.kind === 'running' ? (
        <p className="mt-3 text-12 text-ink-3">
          {state.loaded ? t('recompute.running') : t('recompute.loading')}
        </p>
      ) : null}
      {state.kind === 'done' ? <Verdict {...state} /> : null}
      {state.kind === 'failed' ? <Failure failure={state.failure} /> : null}
    </div>
  );
}

function Verdict({ verdict, steps, bars, ms }: Extract<Recomputation, { kind: 'done' }>) {
  const { t } = useTranslation('record');
  const { count, number } = useFormats();
  const names = (wanted: 'differs' | 'unknown'): string =>
    steps
      .filter(({ step }) => step.state === wanted)
      .map(({ step }) => t(`recompute.step.${step.name}`))
      .join(', ');
  const unknown = names('unknown');
  const text =
    verdict === 'differs'
      ? t('recompute.verdict.differs', { steps: names('differs') })
      : verdict === 'vendor'
        ? t('recompute.verdict.vendor')
        : unknown === ''
          ? t('recompute.verdict.equal')
          : t('recompute.verdict.equalPartly', { steps: unknown });
  return (
    <div className={cx('mt-3 flex gap-2 rounded-2 border px-3 py-2.5', TONES[verdict])}>
      <Icon name={verdict === 'equal' ? 'check' : 'alert'} className={cx('mt-px', INK[verdict])} />
      <div>
        <p className="leading-mid">{text}</p>
        <p className="num mt-0.5 text-12 whitespace-normal text-ink-2">
          {t('recompute.total', { seconds: number(ms / 1000, 2) })}
          {' · '}
          {t('recompute.bars', { count: bars, number: count(bars) })}
        </p>
      </div>
    </div>
  );
}

function Failure({ failure }: { readonly failure: RecomputeFailure }) {
  const { t } = useTranslation('record');
  const errorText = useErrorText();
  const [why, code] =
    failure.of === 'call'
      ? [errorText(failure.code), failure.code]
      : failure.of === 'file'
        ? [t('recompute.failedFile'), [failure.code, failure.field].filter(Boolean).join(': ')]
        : [t('recompute.failedWorker'), ''];
  return (
    <div className="mt-3 flex gap-2 rounded-2 border border-bad-line bg-bad-bg px-3 py-2.5">
      <Icon name="alert" className="mt-px text-bad" />
      <div>
        <p className="leading-mid">{`${t('recompute.failed')}. ${why}`}</p>
        {code === '' ? null : <p className="lbl num mt-0.5 whitespace-normal">{code}</p>}
      </div>
    </div>
  );
}
