import { conditionSignal } from '@rasat/contract';
import { isSameHourUtc } from '@rasat/engine';
import type { ReactNode } from 'react';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { DirectionTag, Tag } from '../../ui/tag.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { useNow } from '../../ui/use-now.ts';
import { EqualDistance } from './equal-distance.tsx';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';
import type { Condition, SeerReply } from './replies.ts';
import { LiveResult, ResultInR } from './result-in-r.tsx';
import { TradeLadder } from './trade-ladder.tsx';
import { findConditionResult } from './trade-result.ts';
import { WhyButton } from './why-button.tsx';
import { askCondition, type OpenWhy } from './why-question.ts';

/** Renders the trade condition on its ladder: expiry and end of an active one, or the end of the last one. */
export function ConditionPanel({
  state,
  entry,
  quote,
  clockAheadMs,
  onWhy,
}: {
  readonly state: PanelState<SeerReply>;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly clockAheadMs: number;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const condition = state.status === 'ready' ? state.data.tradeCondition : null;
  return (
    <Panel
      title={t('condition.title')}
      meta={<TermHelp term="trade-condition" />}
      busy={state.status === 'ready' && state.busy}
      actions={
        state.status === 'ready' ? (
          <>
            {condition ? (
              <WhyButton
                label={t('why')}
                what={t('condition.title')}
                onPress={() => onWhy(askCondition(condition))}
              />
            ) : null}
            <span className="mr-2 flex">
              {condition?.ended === null ? (
                <Tag tone="ok">{t('condition.active')}</Tag>
              ) : (
                <Tag>{t('condition.noneActive')}</Tag>
              )}
            </span>
          </>
        ) : null
      }
    >
      <PanelBody state={state} skeleton={<ConditionBones />}>
        {(reply) =>
          reply.tradeCondition ? (
            <ConditionBody
              condition={reply.tradeCondition}
              entry={entry}
              quote={quote}
              clockAheadMs={clockAheadMs}
            />
          ) : (
            <Empty title={t('condition.empty')} text={t('condition.emptyText')} compact />
          )
        }
      </PanelBody>
    </Panel>
  );
}

const END_TONES = { '-1': 'down', '2': 'up', '0': 'quiet' } as const;

function ConditionBody({
  condition,
  entry,
  quote,
  clockAheadMs,
}: {
  readonly condition: Condition;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly clockAheadMs: number;
}) {
  const { t } = useTranslation(['symbol', 'words', 'signal']);
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  const { way, ended, tp1Hit } = condition;
  const result = findConditionResult(condition);
  const endWord =
    ended === null
      ? null
      : t(`condition.ended.${ended === -1 ? 'stop' : ended === 2 ? 'target' : 'expiry'}`);
  return (
    <div className="p-3 pb-1.5">
      {ended === null ? null : (
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2 text-12 font-med">
          <span>{t('condition.last')}</span>
          <Tag tone={END_TONES[`${ended}`]}>{endWord}</Tag>
        </div>
      )}
      <div className="mb-2.5 flex flex-wrap items-center gap-2.5">
        <DirectionTag way={way}>{way ? t('words:buy') : t('words:sell')}</DirectionTag>
        <b className="num text-18">{price(condition.price)}</b>
        <span className="lbl num">{t('condition.range', { range: price(condition.range) })}</span>
        {tp1Hit && ended !== 2 ? <Tag tone="up">{t('condition.tp1Hit')}</Tag> : null}
        <span className="ml-auto">
          {ended === null ? (
            <LiveResult
              entry={entry}
              quote={quote}
              way={way}
              price={condition.price}
              risk={condition.range}
            />
          ) : (
            <ResultInR r={result?.r ?? null} />
          )}
        </span>
      </div>
      <TradeLadder
        entry={entry}
        quote={quote}
        way={way}
        prices={{ sl: condition.sl, p: condition.price, tp1: condition.tp1, tp2: condition.tp2 }}
        end={
          endWord === null
            ? null
            : { word: endWord, price: result?.price ?? null, stopped: ended === -1 }
        }
        size="full"
      />
      {ended === null && !tp1Hit ? <EqualDistance /> : null}
      <ConditionFacts condition={condition} entry={entry} clockAheadMs={clockAheadMs} />
    </div>
  );
}

/** Renders the time of publication, the expiry or the end, the setup, and the link to the row of the record. */
function ConditionFacts({
  condition,
  entry,
  clockAheadMs,
}: {
  readonly condition: Condition;
  readonly entry: SymbolEntry;
  readonly clockAheadMs: number;
}) {
  const { t } = useTranslation(['symbol', 'signal']);
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  const { ended } = condition;
  const result = findConditionResult(condition);
  return (
    <dl className="mt-2">
      <Fact name={t('condition.time')}>
        <Moment timeMs={condition.datetime} />{' '}
        <NewTag timeMs={condition.datetime} clockAheadMs={clockAheadMs} />
      </Fact>
      {ended === null ? (
        <>
          <Fact name={t('condition.until')}>{formats.until(condition.expiry)}</Fact>
          <Fact name={t('condition.endsIf')}>
            {t('condition.ifReached', { price: price(condition.sl) })}
          </Fact>
        </>
      ) : (
        <Fact name={t('condition.over')}>
          <Moment timeMs={condition.endedAt ?? condition.expiry} />
          {result ? (
            <>
              {' · '}
              <span className={cx(ended === -1 && 'text-down-text', ended === 2 && 'text-up')}>
                {price(result.price)}
              </span>
            </>
          ) : null}
        </Fact>
      )}
      <Fact
        name={
          <>
            {t('condition.setup')} <TermHelp term="setup" />
          </>
        }
      >
        {condition.setup === 'pivot' ? t('condition.pivot') : t('condition.break')}
      </Fact>
      <Fact name={t('signal:record')}>
        <RecomputeLink look="text" symbol={entry.symbol} signal={conditionSignal(condition)} />
      </Fact>
    </dl>
  );
}

function Moment({ timeMs }: { readonly timeMs: number }) {
  const formats = useFormats();
  return (
    <time dateTime={formatIsoUtc(timeMs)} title={formatIsoUtc(timeMs)}>
      {formats.moment(timeMs)}
    </time>
  );
}

/** Renders a tag on a condition whose UTC hour is the current one. */
function NewTag({
  timeMs,
  clockAheadMs,
}: {
  readonly timeMs: number;
  readonly clockAheadMs: number;
}) {
  const { t } = useTranslation('words');
  const nowMs = useNow() + clockAheadMs;
  return isSameHourUtc(timeMs, nowMs) ? (
    <Tag tone="new" className="ml-1.5">
      {t('new')}
    </Tag>
  ) : null;
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 border-t border-line-soft">
      <dt className="flex items-center gap-0.5 text-ink-2">{name}</dt>
      <dd className="num text-right whitespace-normal">{children}</dd>
    </div>
  );
}

function ConditionBones() {
  return (
    <div className="p-3">
      <Bone className="h-5 w-2/3" />
      <Bone className="mt-4 h-10 w-full" />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Bone key={key} className="mt-4.5 w-full" />
      ))}
    </div>
  );
}
