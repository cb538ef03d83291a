import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSpan } from '../../../i18n/measures.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useSourceName } from '../source-name.ts';
import type { Feeds } from './calls.ts';
import { type Source, stateOf } from './source-state.ts';

/** Renders a notice for each source whose prices do not flow: what is wrong, in numbers, and what the reader sees. */
export function SourceNotices({ feeds }: { readonly feeds: Feeds }) {
  return feeds.sources.map((source) => (
    <SourceNotice key={source.source} source={source} nowMs={feeds.serverTime} />
  ));
}

type Trouble = 'silent' | 'disconnected' | 'stale' | 'clock';

function troubleOf(source: Source): Trouble | null {
  const state = stateOf(source);
  if (source.clockAlarm) return 'clock';
  if (state === 'silent' || state === 'stale' || state === 'disconnected') return state;
  return state === 'waiting' ? 'disconnected' : null;
}

function SourceNotice({ source, nowMs }: { readonly source: Source; readonly nowMs: number }) {
  const { t } = useTranslation('adminMarket');
  const name = useSourceName();
  const age = useAgeSentence(source, nowMs);
  const trouble = troubleOf(source);
  if (trouble === null) return null;
  const { stale } = source.flow;
  const sentences = [
    trouble === 'clock' ? t('feeds.notice.refused') : '',
    age,
    trouble === 'disconnected' ? t('feeds.notice.retried') : '',
    stale === 0 ? t('feeds.notice.seenNothing') : t('feeds.notice.seen', { count: stale }),
    source.silentSince === null ? '' : t('feeds.notice.announced'),
  ];
  return (
    <div className="flex items-start gap-2.5 rounded-2 border border-bad-line bg-bad-bg px-3 py-2.5 leading-mid">
      <Icon name="alert" className="mt-0.5 text-bad" />
      <p>
        {/* The numbers change with every renewal, so only the name of the trouble is announced. */}
        <b role="alert">{t(`feeds.notice.${trouble}`, { source: name(source.source) })}</b>{' '}
        <span className="num whitespace-normal">
          {sentences.filter((sentence) => sentence !== '').join(' ')}
        </span>
      </p>
    </div>
  );
}

/** Returns the sentence about the age of a source's prices. */
function useAgeSentence(source: Source, nowMs: number): string {
  const { t } = useTranslation('adminMarket');
  const { language } = useFormats();
  const { minute, newest, limit } = source;
  const span = (ms: number) => formatSpan(language, ms);
  const over = (ageMs: number, limitMs: number) => ({
    age: span(ageMs),
    limit: span(limitMs),
    over: span(ageMs - limitMs),
  });
  if (stateOf(source) === 'stale' && limit !== null && minute.median !== null) {
    if (minute.median > limit) return t('feeds.notice.late', over(minute.median, limit));
  }
  if (newest === null) return t('feeds.notice.unheard');
  const ageMs = Math.max(0, nowMs - newest);
  return limit !== null && ageMs > limit
    ? t('feeds.notice.over', over(ageMs, limit))
    : t('feeds.notice.within', { age: span(ageMs) });
}
