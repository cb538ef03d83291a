import { orderSources } from '@rasat/contract';
import { useTranslation } from '../../i18n/index.ts';
import { type Choice, Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSourceWords } from '../../ui/use-source-words.ts';
import type { RecordKey, RecordPart, RecordView } from './record-view.ts';

const MAX_SEGMENTS = 6;

/** What part of the record is shown: which prices, how it was published, which period. Only what exists is offered. */
export function Switches({
  parts,
  view,
  onChange,
}: {
  readonly parts: readonly RecordPart[];
  readonly view: RecordView;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}) {
  const { t } = useTranslation('record');
  const { source, origin, periods } = view.part;
  const { name } = useSourceWords();
  const sources = orderSources(parts);
  const origins = (['live', 'backfill'] as const).filter((each) =>
    parts.some((part) => part.source === source && part.origin === each),
  );
  const shown = ['all', ...periods.filter((each) => each !== 'all')];
  const nameOf = (period: string) => {
    if (period === 'all') return t('choices.all');
    return period === '12m' ? t('choices.lastYear') : period;
  };
  const choosePeriod = (period: string) => onChange({ period: period === 'all' ? null : period });
  return (
    <>
      <PartSwitch
        label={t('choices.source')}
        value={source}
        choices={sources.map((value) => ({ value, label: name(value) }))}
        onChange={(value) => onChange({ source: value })}
      />
      <PartSwitch
        label={t('choices.origin')}
        value={origin}
        choices={origins.map((value) => ({
          value,
          label: <span title={t(`choices.originHint.${value}`)}>{t(`choices.${value}`)}</span>,
        }))}
        onChange={(value) => onChange({ source, origin: value })}
      />
      {shown.length <= MAX_SEGMENTS ? (
        <Segmented
          label={t('choices.period')}
          value={view.period}
          choices={shown.map((value) => ({ value, label: nameOf(value) }))}
          onChange={choosePeriod}
        />
      ) : (
        <SelectField
          label={t('choices.period')}
          hideLabel
          value={view.period}
          onChange={(event) => choosePeriod(event.target.value)}
          className="w-36"
        >
          {shown.map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

/** A choice; where there is but one, a fact that does not look like a choice. */
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
