import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { symbolsQuery } from '../../api/calls/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import {
  CHOICES,
  countFilters,
  listMatchingSymbols,
  listSetups,
  listStates,
  type NamedSymbol,
  type RowsFilter,
} from './rows-filter.ts';
import { useRowWords } from './use-row-words.ts';
import type { NarrowRows } from './use-rows-filter.ts';

/** Renders the filters of the list; on a phone folded under a line with the number of set filters. */
export function RowsFilters({
  filter,
  periods,
  desk,
  onNarrow,
  onClear,
}: {
  readonly filter: RowsFilter;
  /** Calendar years that have rows, the newest first. */
  readonly periods: readonly string[];
  readonly desk: boolean;
  readonly onNarrow: NarrowRows;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation(['record', 'words']);
  const on = countFilters(filter);
  const controls = (
    <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] items-start gap-x-3 gap-y-2.5">
      <legend className="sr-only">{t('rows.filters')}</legend>
      <Controls filter={filter} periods={periods} onNarrow={onNarrow} />
      {on > 0 ? (
        <Button className="self-end max-desk:min-h-11.5" onClick={onClear}>
          {t('words:clearFilter')}
        </Button>
      ) : null}
    </fieldset>
  );
  if (desk) return <div className="border-b border-line-soft p-3">{controls}</div>;
  return (
    <details className="group border-b border-line-soft">
      <summary className="flex min-h-11 list-none items-center gap-1.5 px-3 font-med [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" size={14} className="text-ink-3 group-open:rotate-90" />
        {on > 0 ? t('rows.filtersOn', { count: on }) : t('rows.filters')}
      </summary>
      <div className="px-3 pt-1 pb-3.5">{controls}</div>
    </details>
  );
}

function Controls({
  filter,
  periods,
  onNarrow,
}: {
  readonly filter: RowsFilter;
  readonly periods: readonly string[];
  readonly onNarrow: NarrowRows;
}) {
  const { t } = useTranslation(['record', 'words']);
  const words = useRowWords();
  const setups = listSetups(filter.kind);
  const states = listStates(filter.kind);
  const select = (
    name: keyof RowsFilter,
    values: readonly string[],
    label: (value: string) => string,
    { title = t(`rows.filter.${name}`), any = t('rows.any') } = {},
  ): ReactNode => (
    <SelectField
      key={name}
      name={name}
      label={title}
      value={filter[name] ?? ''}
      onChange={({ target: { value } }) =>
        onNarrow({ [name]: value === '' ? null : value, ...(name === 'kind' && { setup: null }) })
      }
    >
      <option value="">{any}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {label(value)}
        </option>
      ))}
    </SelectField>
  );
  const of =
    <T extends string>(values: readonly T[], label: (value: T) => string) =>
    (word: string): string => {
      const value = values.find((one) => one === word);
      return value === undefined ? word : label(value);
    };
  return (
    <>
      {select(
        'kind',
        CHOICES.kind,
        of(CHOICES.kind, (kind) => t(`row.kind.${kind}`)),
        // A list without a kind has signals alone.
        { any: t('rows.anyKind') },
      )}
      {setups.length > 0
        ? select('setup', setups, words.setup, {
            ...(filter.kind === 'forecast' && { title: t('forecast.kind') }),
          })
        : null}
      <SymbolFilter symbol={filter.symbol} onNarrow={onNarrow} />
      {select(
        'category',
        CHOICES.category,
        of(CHOICES.category, (category) => t(`words:category.${category}`)),
      )}
      {select(
        'state',
        states,
        of(states, (state) => (state === 'decided' ? t('rows.decided') : t(`row.state.${state}`))),
      )}
      {select('period', ['12m', ...periods], (period) =>
        period === '12m' ? t('rows.last12') : period,
      )}
    </>
  );
}

const MOST_SUGGESTED = 6;

/** Renders the search for a symbol by ticker or name; the list is filtered as soon as exactly one symbol matches. */
function SymbolFilter({
  symbol,
  onNarrow,
}: {
  readonly symbol: string | null;
  readonly onNarrow: NarrowRows;
}) {
  const { t } = useTranslation('record');
  const { language, count } = useFormats();
  const { data } = useQuery(symbolsQuery());
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const symbols: readonly NamedSymbol[] =
    data?.map((entry) => ({ symbol: entry.symbol, name: entry.name[language] })) ?? [];
  // Typed text takes precedence over the symbol of the address.
  const text = typed ?? symbol ?? '';
  const found = listMatchingSymbols(symbols, text);
  const open = typed !== null && text.trim() !== '' && found.length !== 1;
  const choose = (chosen: string | null): void => {
    if (chosen !== symbol) onNarrow({ symbol: chosen });
  };
  const type = (next: string): void => {
    setTyped(next);
    const meant = listMatchingSymbols(symbols, next);
    const [only] = meant;
    choose(meant.length === 1 && only ? only.symbol : null);
  };
  const suggested = found.slice(0, MOST_SUGGESTED);
  return (
    <div className="flex min-w-0 flex-col gap-1.25">
      <span aria-hidden="true" className="text-12 font-med text-ink-2">
        {t('rows.filter.symbol')}
      </span>
      <SearchField
        label={t('rows.filter.symbol')}
        placeholder={t('rows.symbolHint')}
        value={text}
        aria-describedby={open ? id : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (!open) setTyped(null);
        }}
        className="min-h-9.5"
      />
      {open && data ? (
        <div id={id} role="status" className="text-12 text-ink-3">
          {found.length === 0
            ? t('rows.symbolNone')
            : t('rows.symbolMany', { count: found.length, number: count(found.length) })}
        </div>
      ) : null}
      {open && suggested.length > 0 ? (
        <div className="flex flex-wrap gap-1">
          {suggested.map((entry) => (
            <Button
              key={entry.symbol}
              size="sm"
              title={entry.name}
              onClick={() => {
                setTyped(null);
                choose(entry.symbol);
              }}
            >
              <span translate="no">{entry.symbol}</span>
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
