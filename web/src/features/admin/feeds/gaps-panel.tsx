import { useState } from 'react';
import { formatHour } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useSourceName } from '../source-name.ts';
import { type Feeds, useRepair } from './calls.ts';
import { type GapGroup, groupGaps } from './gap-groups.ts';

const TONES = { open: 'quiet', filling: 'warn', filled: 'ok', empty: 'quiet' } as const;
/** Lines that are shown at once. */
const SHOWN = 4;
const LINE =
  'grid grid-cols-[96px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-3.5 py-2.5 max-desk:grid-cols-[minmax(0,1fr)_auto]';

/** Renders the button that fills the gaps of every source. */
export function FillGapsButton() {
  const { t } = useTranslation('adminMarket');
  const fill = useRepair('adminFillGaps');
  return (
    <Button busy={fill.isPending} onClick={() => fill.mutate(null)}>
      {fill.isPending ? null : <Icon name="renew" />}
      {t('feeds.gaps.fill')}
    </Button>
  );
}

/** Renders the gaps of the last thirty days: what is being filled, and what was found. */
export function GapsPanel({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const [all, setAll] = useState(false);
  const running = feeds.repair.filter((repair) => repair.running);
  const groups = groupGaps(feeds.gaps);
  return (
    <Panel
      title={t('feeds.gaps.title')}
      meta={<span className="text-12 text-ink-3">{t('feeds.gaps.days')}</span>}
    >
      {running.length + groups.length === 0 ? (
        <p className="p-3.5 text-ink-2">{t('feeds.gaps.none')}</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {running.map((repair) => (
            <RepairLine key={repair.source} repair={repair} />
          ))}
          {groups.slice(0, all ? groups.length : SHOWN).map((group) => (
            <GapLine
              key={`${group.source} ${group.state} ${group.fromMs} ${group.toMs}`}
              {...group}
            />
          ))}
        </ul>
      )}
      {groups.length > SHOWN && !all ? (
        <div className="border-t border-line-soft p-1.5">
          <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
            {t('feeds.gaps.all', { number: count(groups.length) })}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function RepairLine({ repair }: { readonly repair: Feeds['repair'][number] }) {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const sourceName = useSourceName();
  const stop = useRepair('adminStopGaps');
  const { source, done, all } = repair;
  const name = sourceName(source);
  return (
    <li className={LINE}>
      <span>
        <Tag tone="warn">{t('feeds.gaps.states.filling')}</Tag>
      </span>
      <div className="max-desk:col-span-full max-desk:row-start-2">
        <b translate="no" className="font-semi">
          {name}
        </b>
        <span className="num block text-12 whitespace-normal text-ink-3">
          {all === 0
            ? t('feeds.gaps.searching')
            : t('feeds.gaps.done', { done: count(done), all: count(all) })}
        </span>
        <Meter
          label={t('feeds.gaps.progress', { source: name })}
          share={all === 0 ? 0 : done / all}
        />
      </div>
      <Button
        variant="quiet"
        size="sm"
        busy={stop.isPending}
        aria-label={t('feeds.gaps.stopOf', { source: name })}
        onClick={() => stop.mutate(source)}
      >
        {t('feeds.gaps.stop')}
      </Button>
    </li>
  );
}

function GapLine({ source, state, fromMs, toMs, symbols, expected, inserted, rows }: GapGroup) {
  const { t } = useTranslation('adminMarket');
  const { count, day, moment } = useFormats();
  const sourceName = useSourceName();
  const [first = ''] = symbols;
  const isOneDay = day(fromMs) === day(toMs);
  const facts = [
    `${moment(fromMs)} – ${isOneDay ? formatHour(toMs) : moment(toMs)}`,
    inserted > 0
      ? t('feeds.gaps.inserted', { inserted: count(inserted), expected: count(expected) })
      : t('feeds.gaps.missing', { number: count(expected) }),
    ...(rows > 0 ? [t('feeds.gaps.rows', { number: count(rows) })] : []),
  ];
  return (
    <li className={LINE}>
      <span>
        <Tag tone={TONES[state]}>{t(`feeds.gaps.states.${state}`)}</Tag>
      </span>
      <div className="max-desk:col-span-full max-desk:row-start-2">
        <b className="font-semi" title={symbols.join(', ')}>
          <span translate="no">{sourceName(source)}</span>
          {' · '}
          {symbols.length === 1 ? (
            <span translate="no">{first}</span>
          ) : (
            t('feeds.gaps.symbols', { number: count(symbols.length) })
          )}
        </b>
        <span className="num block text-12 whitespace-normal text-ink-3">{facts.join(' · ')}</span>
      </div>
    </li>
  );
}
