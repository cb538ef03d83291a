import { LIMITS } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { FieldRule } from '../../../ui/field-rules.ts';
import { FieldFault, FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useSourceName } from '../source-name.ts';
import {
  type AdminSymbol,
  type FoundInstruments,
  instrumentsQuery,
  type OfferedInstrument,
} from './calls.ts';

/** Time after the last key press at which a search begins. */
const REST_MS = 250;

/** Rule of a form's value for an instrument: one is chosen. */
export const CHOSEN_RULE: FieldRule = {
  safeParse: (value) => ({ success: value !== null && value !== undefined }),
};

/** Returns the sentence of a fault of the chosen instrument; null without a fault. */
export function useInstrumentFault(code: string | null): string | null {
  const { t } = useTranslation('adminMarket');
  switch (code) {
    case null:
      return null;
    case 'conflict-409':
      return t('symbols.instrumentTaken');
    case 'not-found-404':
      return t('symbols.instrumentGone');
    case 'unavailable-503':
      return t('symbols.instrumentAway');
    default:
      return t('symbols.chooseInstrument');
  }
}

interface FieldProps {
  /** Sources besides files. */
  readonly sources: readonly string[];
  /** Category of the instruments; of all when absent. */
  readonly category?: AdminSymbol['category'];
  readonly value: OfferedInstrument | null;
  readonly onChange: (value: OfferedInstrument | null) => void;
  readonly error: string | null;
}

/**
 * Renders the field for an instrument of a source: a search with its results, or the chosen instrument with a button
 * that returns to the search.
 */
export function InstrumentField({ value, onChange, error, ...search }: FieldProps) {
  const { t } = useTranslation('adminMarket');
  const place = useRef<HTMLDivElement>(null);
  const wasChosen = useRef(value !== null);
  useEffect(() => {
    // The control that had the focus is gone.
    if (wasChosen.current === (value !== null)) return;
    wasChosen.current = value !== null;
    place.current?.querySelector<HTMLElement>('button, input')?.focus();
  }, [value]);
  return (
    <div ref={place} data-field="instrument" className="grid min-w-0 gap-2">
      {value === null ? (
        <InstrumentSearch {...search} onChoose={onChange} />
      ) : (
        <div className="flex min-w-0 items-center gap-3 rounded-2 border border-line bg-s2 p-3">
          <Described instrument={value} isAlone />
          <Button size="sm" onClick={() => onChange(null)} className="flex-none max-desk:min-h-11">
            {t('symbols.chooseOther')}
          </Button>
        </div>
      )}
      {error ? <FieldFault>{error}</FieldFault> : null}
    </div>
  );
}

function InstrumentSearch({
  sources,
  category,
  onChoose,
}: Pick<FieldProps, 'sources' | 'category'> & {
  readonly onChoose: (instrument: OfferedInstrument) => void;
}) {
  const { t } = useTranslation('adminMarket');
  const sourceName = useSourceName();
  const [text, setText] = useState('');
  const [source, setSource] = useState('');
  const search = useRested(text.trim(), REST_MS);
  const query = useQuery(instrumentsQuery({ search, source, ...(category && { category }) }));
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    // Enter would send the form.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  };
  return (
    <>
      <div className={cx('grid gap-2', sources.length > 1 && 'desk:grid-cols-[1fr_200px]')}>
        <SearchField
          label={t('symbols.instrumentSearch')}
          value={text}
          maxLength={LIMITS.search}
          autoCapitalize="none"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        {sources.length > 1 ? (
          <SelectField
            label={t('symbols.searchedSource')}
            hideLabel
            value={source}
            onChange={(event) => setSource(event.target.value)}
          >
            <option value="">{t('symbols.allSources')}</option>
            {sources.map((name) => (
              <option key={name} value={name}>
                {sourceName(name)}
              </option>
            ))}
          </SelectField>
        ) : null}
      </div>
      <div ref={list} className="min-h-70">
        <Load query={query} failed={t('symbols.instrumentsFailed')} skeleton={<ResultBones />}>
          {(found) => (
            <Results
              found={found}
              isRetrying={query.isFetching}
              onRetry={() => void query.refetch()}
              onChoose={onChoose}
            />
          )}
        </Load>
      </div>
    </>
  );
}

function Results({
  found: { sources, total, instruments },
  isRetrying,
  onRetry,
  onChoose,
}: {
  readonly found: FoundInstruments;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  readonly onChoose: (instrument: OfferedInstrument) => void;
}) {
  const { t } = useTranslation('adminMarket');
  const { t: words } = useTranslation('words');
  const { count } = useFormats();
  const sourceName = useSourceName();
  const away = sources.filter(({ available }) => !available);
  const shown = instruments.length;
  return (
    <div className="grid gap-2">
      {away.length === 0 ? null : (
        <FormStatus kind="notice">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span>
              {t('symbols.sourceAway', {
                source: away.map(({ source }) => sourceName(source)).join(', '),
              })}
            </span>
            <Button size="sm" busy={isRetrying} onClick={onRetry} className="max-desk:min-h-11">
              {words('retry')}
            </Button>
          </div>
        </FormStatus>
      )}
      {away.length === sources.length && shown === 0 ? null : (
        <p role="status" className="text-12 text-ink-2">
          {shown === 0
            ? t('symbols.noInstrument')
            : shown < total
              ? t('symbols.foundFirst', { shown: count(shown), total: count(total) })
              : t('symbols.found', { total: count(total) })}
        </p>
      )}
      {shown === 0 ? null : (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          aria-label={t('symbols.instruments')}
          onKeyDown={moveFocus}
          className="max-h-70 overflow-y-auto overscroll-contain rounded-2 border border-line"
        >
          {instruments.map((instrument) => (
            <li
              key={`${instrument.source} ${instrument.instrument}`}
              className="border-b border-line-soft last:border-0"
            >
              <Result instrument={instrument} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const RESULT = 'flex min-h-11 w-full min-w-0 items-center gap-3 px-3 py-1.5 text-left';

function Result({
  instrument,
  onChoose,
}: {
  readonly instrument: OfferedInstrument;
  readonly onChoose: (instrument: OfferedInstrument) => void;
}) {
  const { t } = useTranslation('adminMarket');
  const { listed } = instrument;
  if (listed === null) {
    return (
      <button
        type="button"
        onClick={() => onChoose(instrument)}
        className={cx(RESULT, 'hover:bg-hover focus-visible:-outline-offset-2 active:bg-s3')}
      >
        <Described instrument={instrument} />
      </button>
    );
  }
  return (
    <div className={RESULT}>
      <Described instrument={instrument} />
      <Tag className="flex-none">
        {listed === instrument.instrument
          ? t('symbols.isListed')
          : t('symbols.isListedAs', { symbol: listed })}
      </Tag>
    </div>
  );
}

/** Renders the symbol of an instrument, its name and its source; in a list the sources are below each other. */
function Described({
  instrument: { instrument, name, source },
  isAlone = false,
}: {
  readonly instrument: OfferedInstrument;
  readonly isAlone?: boolean;
}) {
  const { language } = useFormats();
  const sourceName = useSourceName();
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
      <span translate="no" className="num font-semi">
        {instrument}
      </span>
      <span className="min-w-0 truncate text-ink-2">{name[language]}</span>
      <span className={cx('text-12 text-ink-3', !isAlone && 'ml-auto')}>{sourceName(source)}</span>
    </span>
  );
}

const BONES = [1, 2, 3, 4, 5];

function ResultBones() {
  return (
    <div className="grid gap-2">
      <Bone className="my-1 w-24" />
      <div className="rounded-2 border border-line">
        {BONES.map((row) => (
          <div
            key={row}
            className="flex min-h-11 items-center border-b border-line-soft px-3 last:border-0"
          >
            <Bone className="w-48" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Moves the focus between the buttons of a list by the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  event.preventDefault();
  buttons[Math.max(0, at + step)]?.focus();
}

/** Returns a text once it has not changed for a time. */
function useRested(text: string, restMs: number): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === rested) return;
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text, rested, restMs]);
  return rested;
}
