import { orderSources } from '@rasat/contract';
import { ORIGINS } from '@rasat/ledger';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { type Choice, Segmented, SegmentedNav, segmentLinkClass } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSourceWords } from '../../ui/use-source-words.ts';
import {
  type RecordKey,
  type RecordPart,
  type RecordTab,
  type RecordView,
  TABS,
  writeView,
} from './record-view.ts';

const MAX_SEGMENTS = 6;

/** Renders the tabs of the page. Each is a step of the browser's history, so that "back" returns to the one before. */
export function PageTabs({ tab: open }: { readonly tab: RecordTab }) {
  const { t } = useTranslation('record');
  const [search] = useSearchParams();
  return (
    <SegmentedNav label={t('tabs.label')}>
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={{ search: writeView(search, { tab: tab === 'signals' ? null : tab }).toString() }}
          preventScrollReset
          className={segmentLinkClass}
          aria-current={tab === open ? 'page' : undefined}
        >
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </SegmentedNav>
  );
}

/**
 * Renders the tabs of live rows and of the backtest. The address names the open tab, so that a link can open either.
 */
export function OriginTabs({ view }: { readonly view: RecordView }) {
  const { t } = useTranslation('record');
  const [search] = useSearchParams();
  return (
    <SegmentedNav label={t('choices.origin')}>
      {ORIGINS.map((origin) => (
        <Link
          key={origin}
          to={{
            search: writeView(search, { origin: origin === 'live' ? null : origin }).toString(),
          }}
          replace
          preventScrollReset
          className={segmentLinkClass}
          aria-current={origin === view.origin ? 'page' : undefined}
          title={t(`choices.originHint.${origin}`)}
        >
          {t(`choices.${origin}`)}
        </Link>
      ))}
    </SegmentedNav>
  );
}

/** Renders the choice of the source of prices, among the sources with rows. */
export function SourceSwitch({
  parts,
  view,
  onChange,
}: {
  readonly parts: readonly RecordPart[];
  readonly view: RecordView;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}) {
  const { t } = useTranslation('record');
  const { name } = useSourceWords();
  return (
    <PartSwitch
      label={t('choices.source')}
      value={view.source}
      choices={orderSources(parts).map((value) => ({ value, label: name(value) }))}
      onChange={(value) => onChange({ source: value })}
    />
  );
}

/** Renders the choice of the period, among the periods with figures. */
export function PeriodSwitch({
  part,
  period: chosen,
  onChange,
}: {
  readonly part: RecordPart;
  readonly period: string;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}) {
  const { t } = useTranslation('record');
  const shown = ['all', ...part.periods.filter((each) => each !== 'all')];
  const nameOf = (period: string) => {
    if (period === 'all') return t('choices.all');
    return period === '12m' ? t('choices.lastYear') : period;
  };
  const choosePeriod = (period: string) => onChange({ period: period === 'all' ? null : period });
  // A single period needs no choice.
  if (shown.length === 1) return null;
  return shown.length <= MAX_SEGMENTS ? (
    <Segmented
      label={t('choices.period')}
      value={chosen}
      choices={shown.map((value) => ({ value, label: nameOf(value) }))}
      onChange={choosePeriod}
    />
  ) : (
    <SelectField
      label={t('choices.period')}
      hideLabel
      value={chosen}
      onChange={(event) => choosePeriod(event.target.value)}
      className="w-36"
    >
      {shown.map((value) => (
        <option key={value} value={value}>
          {nameOf(value)}
        </option>
      ))}
    </SelectField>
  );
}

/** Renders a choice; a single value is rendered as a plain tag instead. */
function PartSwitch<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
}) {
  const [first] = choices;
  return choices.length === 1 && first ? (
    <p className="flex items-center gap-1.5 pr-1.5">
      <span className="lbl">{label}</span>
      <Tag>{first.label}</Tag>
    </p>
  ) : (
    <Segmented label={label} value={value} choices={choices} onChange={onChange} />
  );
}
