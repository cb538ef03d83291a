import {
  CATEGORIES,
  forEachLanguage,
  LANGUAGES,
  type Language,
  ROUTES,
  SYMBOL_PATTERN,
} from '@rasat/contract';
import { type BaseResolution, CURRENT_CALENDARS, marketOfCalendar } from '@rasat/engine';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { symbolsQuery } from '../../../api/calls/market.ts';
import { call } from '../../../api/client/client.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ANY_VALUE, textRule } from '../../../ui/field-rules.ts';
import { Field } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notices.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { ContractForm } from '../../../ui/use-contract-form.ts';
import { FormDialog } from '../form-dialog.tsx';
import {
  type AdminSymbol,
  adminSymbolsQuery,
  INSTRUMENTS_KEY,
  type OfferedInstrument,
} from './calls.ts';
import { CHOSEN_RULE, InstrumentField, useInstrumentFault } from './instrument-field.tsx';
import { NameFields } from './name-fields.tsx';
import { type SourceKind, SourceKindChoice } from './source-kind.tsx';

interface NewSymbol extends Record<string, unknown> {
  instrument: OfferedInstrument | null;
  symbol: string;
  category: (typeof CATEGORIES)[number];
  digits: string;
  base: BaseResolution;
  name: Record<Language, string>;
  calendar: (typeof CURRENT_CALENDARS)[keyof typeof CURRENT_CALENDARS];
}

const SHAPE = ROUTES.adminSaveSymbol.body.shape;
const FREE = {
  instrument: ANY_VALUE,
  category: ANY_VALUE,
  digits: ANY_VALUE,
  base: ANY_VALUE,
  calendar: ANY_VALUE,
};
const SOURCE_RULES = { ...FREE, instrument: CHOSEN_RULE };
const FILE_RULES = { ...FREE, digits: textRule((value) => /^(\d|1[0-2])$/.test(value)) };
const symbolOf = (typed: string): string => typed.trim().toUpperCase();

/**
 * Renders the dialog that lists a further symbol: an instrument of a source, under its own name or another, or a symbol
 * whose bars are imported from files.
 */
export function AddSymbolDialog({
  symbols,
  sources,
  onClose,
}: {
  readonly symbols: readonly AdminSymbol[];
  /** Sources besides files. */
  readonly sources: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminMarket');
  const client = useQueryClient();
  const [kind, setKind] = useState<SourceKind>(sources.length > 0 ? 'source' : 'file');
  const taken = new Set(symbols.map(({ symbol }) => symbol));
  const rules = {
    symbol: textRule(
      (value) => SYMBOL_PATTERN.test(symbolOf(value)) && !taken.has(symbolOf(value)),
    ),
    name: SHAPE.name,
  };
  return (
    <FormDialog<NewSymbol>
      wide
      title={t('symbols.add')}
      text={t('symbols.addText')}
      act={t('symbols.add')}
      rules={{ ...(kind === 'file' ? FILE_RULES : SOURCE_RULES), ...rules }}
      defaults={{
        instrument: null,
        symbol: '',
        category: 'crypto',
        digits: '2',
        base: '60',
        name: forEachLanguage(() => ''),
        calendar: 'always',
      }}
      send={async ({ instrument, ...file }) => {
        const symbol = symbolOf(file.symbol);
        const body =
          kind === 'source' && instrument
            ? {
                source: instrument.source,
                instrument: instrument.instrument,
                symbol,
                ...(isRenamed(file.name, instrument) && { name: file.name }),
              }
            : { ...file, source: 'file' as const, symbol, digits: Number(file.digits) };
        await call('adminAddSymbol', { body });
        notify({ title: t('symbols.added'), tone: 'up' });
        await Promise.all([
          client.invalidateQueries({ queryKey: adminSymbolsQuery().queryKey }),
          client.invalidateQueries({ queryKey: symbolsQuery().queryKey }),
          client.invalidateQueries({ queryKey: INSTRUMENTS_KEY }),
        ]);
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {sources.length === 0 ? null : <SourceKindChoice value={kind} onChange={setKind} />}
          {kind === 'source' ? (
            <SourceFields form={form} sources={sources} taken={taken} />
          ) : (
            <FileFields form={form} taken={taken} />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Whether names differ from those that the source gives an instrument. */
function isRenamed(name: Record<Language, string>, instrument: OfferedInstrument): boolean {
  return LANGUAGES.some((language) => name[language].trim() !== instrument.name[language]);
}

interface FieldsProps {
  readonly form: ContractForm<NewSymbol>;
  /** Symbols that are listed. */
  readonly taken: ReadonlySet<string>;
}

/** Renders the choice of an instrument, and of the names that it gets here. */
function SourceFields({
  form,
  sources,
  taken,
}: FieldsProps & { readonly sources: readonly string[] }) {
  const { t } = useTranslation('adminMarket');
  const { fields, faultOf } = form;
  const chosen = fields.watch('instrument');
  const choose = (instrument: OfferedInstrument | null): void => {
    fields.clearErrors();
    fields.setValue('instrument', instrument);
    if (!instrument) return;
    fields.setValue('symbol', taken.has(instrument.instrument) ? '' : instrument.instrument);
    fields.setValue('name', instrument.name);
  };
  return (
    <>
      <InstrumentField
        sources={sources}
        value={chosen}
        onChange={choose}
        error={useInstrumentFault(faultOf('instrument'))}
      />
      {chosen ? (
        <>
          <OwnSymbol
            form={form}
            taken={taken}
            hint={
              taken.has(chosen.instrument)
                ? t('symbols.nameTaken', { symbol: chosen.instrument })
                : t('symbols.ownSymbolHint')
            }
          />
          <NameFields form={form} />
        </>
      ) : null}
    </>
  );
}

/** Renders the field of the name under which a symbol is listed. */
function OwnSymbol({ form, taken, hint }: FieldsProps & { readonly hint?: string }) {
  const { t } = useTranslation('adminMarket');
  const { fields, faultOf } = form;
  const fault = faultOf('symbol');
  const isTaken = fault === 'conflict-409' || taken.has(symbolOf(fields.watch('symbol')));
  return (
    <Field
      {...fields.register('symbol')}
      label={t('symbols.symbol')}
      autoCapitalize="characters"
      spellCheck={false}
      className="uppercase"
      {...(hint !== undefined && { hint })}
      error={fault === null ? null : isTaken ? t('symbols.toTaken') : t('symbols.toHint')}
    />
  );
}

/** Renders the fields of a symbol whose bars come from files. */
function FileFields({ form, taken }: FieldsProps) {
  const { t } = useTranslation('adminMarket');
  const { t: words } = useTranslation('words');
  return (
    <>
      <div className="grid gap-3 desk:grid-cols-2">
        <OwnSymbol form={form} taken={taken} />
        <SelectField {...form.fields.register('category')} label={t('symbols.category')}>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {words(`category.${category}`)}
            </option>
          ))}
        </SelectField>
        <Field
          {...form.fields.register('digits')}
          type="number"
          min={0}
          max={12}
          label={t('symbols.digits')}
          error={form.faultOf('digits') === null ? null : '0 – 12'}
        />
        <SelectField {...form.fields.register('base')} label={t('symbols.base')}>
          <option value="60">{t('symbols.base60')}</option>
          <option value="1D">{t('symbols.base1D')}</option>
        </SelectField>
      </div>
      <NameFields form={form} />
      <SelectField {...form.fields.register('calendar')} label={t('symbols.calendar')}>
        {Object.values(CURRENT_CALENDARS).map((calendar) => (
          <option key={calendar} value={calendar}>
            {t(`symbols.${marketOfCalendar(calendar)}`)}
          </option>
        ))}
      </SelectField>
    </>
  );
}
