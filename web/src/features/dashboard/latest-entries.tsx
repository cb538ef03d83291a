import { DEFAULT_DIGITS } from '@rasat/contract';
import { isSameHourUtc } from '@rasat/engine';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SymbolEntry } from '../../api/calls/market.ts';
import type { PredictorItem } from '../../api/calls/signals.ts';
import { livePrice } from '../../api/live/live.ts';
import { formatHour, formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { EndTag } from '../../ui/condition-end.tsx';
import { ConditionLadder } from '../../ui/condition-ladder.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadError } from '../../ui/load.tsx';
import { Bone, Skeleton, useLoadingPhase } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { DirectionTag, Tag } from '../../ui/tag.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { latestEntries } from './board.ts';

const SHOWN = 4;

const GRID =
  'no-bar grid grid-cols-4 gap-3 max-desk:auto-cols-[min(82%,360px)] max-desk:grid-flow-col max-desk:grid-cols-none max-desk:overflow-x-auto max-tab:-mx-3 max-tab:px-3 tab:max-desk:-mx-6 tab:max-desk:auto-cols-[calc((100%-48px-12px)/2)] tab:max-desk:px-6 max-wide:desk:grid-cols-2';

/** Renders the newest predictor entries of all categories, each with its ladder. */
export function LatestEntries({
  predictors,
  symbols,
}: {
  readonly predictors: readonly UseQueryResult<PredictorItem[]>[];
  readonly symbols: readonly SymbolEntry[];
}) {
  const { t } = useTranslation('dashboard');
  const { t: words } = useTranslation('words');
  const phase = useLoadingPhase(predictors.some(({ isPending }) => isPending));
  const failed = predictors.find(({ error, data }) => error && data === undefined);
  const entries = latestEntries(
    predictors.map(({ data }) => data ?? []),
    SHOWN,
  );
  return (
    <section aria-labelledby="latest">
      <div className="mb-2 flex items-baseline gap-2.5">
        <h2 id="latest" className="flex-none text-13">
          {t('latest')}
        </h2>
        <span data-tour="ask" className="self-center">
          <TermHelp term="trade-condition" />
        </span>
        <span className="lbl min-w-0 truncate max-desk:hidden">{t('latestHint')}</span>
        <Link
          to="/dashboard/predictor/forex"
          className="lbl link ml-auto flex-none justify-end text-ink"
        >
          {words('all')}
        </Link>
      </div>
      {phase !== 'ready' ? (
        <Skeleton phase={phase} label={words('loading')}>
          <div className={GRID}>
            {Array.from({ length: SHOWN }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <EntrySkeleton key={i} />
            ))}
          </div>
        </Skeleton>
      ) : entries.length > 0 ? (
        <ul data-tour="ladder" className={cx(GRID, 'scroll-mt-20')}>
          {entries.map((item) => (
            <li key={item.tradeCondition.symbol} className="min-w-0">
              <Entry item={item} symbols={symbols} />
            </li>
          ))}
        </ul>
      ) : failed ? (
        <div className="rounded-3 border border-line bg-s1">
          <LoadError
            compact
            error={failed.error}
            title={t('latestFailed')}
            onRetry={() => {
              for (const query of predictors) if (query.error) void query.refetch();
            }}
          />
        </div>
      ) : (
        <div data-tour="ladder" className="scroll-mt-20 rounded-3 border border-line bg-s1">
          <Empty compact drawing={false} title={t('latestNone')} text={t('latestNoneText')} />
        </div>
      )}
    </section>
  );
}

function Entry({
  item,
  symbols,
}: {
  readonly item: PredictorItem;
  readonly symbols: readonly SymbolEntry[];
}) {
  const { t } = useTranslation('words');
  const { day, moment } = useFormats();
  const { tradeCondition: condition, last } = item;
  const nowMs = useServerNow(60_000);
  const digits =
    symbols.find(({ symbol }) => symbol === condition.symbol)?.digits ?? DEFAULT_DIGITS;
  const today = day(nowMs) === day(condition.datetime);
  return (
    <Link
      to={`/dashboard/symbol/${condition.symbol}`}
      className="block rounded-3 border border-line bg-s1 px-3 pt-2.25 pb-2 hover:bg-hover"
    >
      <span className="mb-1.25 flex items-center gap-1.75">
        <b translate="no">{condition.symbol}</b>
        <DirectionTag way={condition.way}>{condition.way ? t('buy') : t('sell')}</DirectionTag>
        {isSameHourUtc(condition.datetime, nowMs) ? <Tag tone="new">{t('new')}</Tag> : null}
        <EndTag ended={condition.ended} />
        <time
          dateTime={formatIsoUtc(condition.datetime)}
          title={formatIsoUtc(condition.datetime)}
          className="lbl num ml-auto"
        >
          {today ? formatHour(condition.datetime) : moment(condition.datetime)}
        </time>
      </span>
      <ConditionLadder
        trade={condition}
        source={livePrice(condition.symbol)}
        first={last ? { price: last.p, timeMs: last.d } : null}
        digits={digits}
      />
    </Link>
  );
}

function EntrySkeleton() {
  return (
    <div className="rounded-3 border border-line bg-s1 px-3 pt-2.25 pb-2">
      <div className="mb-1.25 flex h-5 items-center gap-1.75">
        <Bone className="w-16" />
        <Bone className="h-4.5 w-12" />
      </div>
      <div className="flex h-13 flex-col justify-center gap-2">
        <Bone className="h-1.5" />
      </div>
    </div>
  );
}
