import { ROUTES, SYMBOL_PATTERN } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { symbolsQuery } from '../../../api/calls/market.ts';
import { call } from '../../../api/client/client.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ANY_VALUE, textRule } from '../../../ui/field-rules.ts';
import { Field } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notices.ts';
import type { ContractForm } from '../../../ui/use-contract-form.ts';
import { useCalendarName } from '../calendar-name.ts';
import { CodeDialog } from '../code-dialog.tsx';
import { CODE_FIELD_OF, CODE_RULE, CodeField } from '../code-field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { readIstanbul } from '../istanbul-time.ts';
import {
  type AdminSymbol,
  adminSymbolsQuery,
  INSTRUMENTS_KEY,
  type OfferedInstrument,
} from './calls.ts';
import { CHOSEN_RULE, InstrumentField, useInstrumentFault } from './instrument-field.tsx';
import { NameFields } from './name-fields.tsx';
import { OpenSignals } from './open-signals.tsx';
import { type SourceKind, SourceKindChoice } from './source-kind.tsx';
import { SourceOf } from './source-of.tsx';

/** An action on a listed symbol. */
export type SymbolAction =
  | 'rename'
  | 'changeDigits'
  | 'changeSource'
  | 'split'
  | 'changeSymbol'
  | 'retire';

interface ActionProps {
  readonly symbol: AdminSymbol;
  readonly onClose: () => void;
  /** Refetches the list and shows the notice `title`. */
  readonly onDone: (title: string) => Promise<void>;
}

/** Renders the dialog of an action on a symbol. */
export function SymbolDialog({
  action,
  symbol,
  sources,
  onClose,
}: {
  readonly action: SymbolAction;
  readonly symbol: AdminSymbol;
  readonly sources: readonly string[];
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const onDone = async (title: string): Promise<void> => {
    notify({ title, tone: 'up' });
    await Promise.all([
      client.invalidateQueries({ queryKey: adminSymbolsQuery().queryKey }),
      client.invalidateQueries({ queryKey: symbolsQuery().queryKey }),
    ]);
  };
  const props = { symbol, onClose, onDone };
  switch (action) {
    case 'rename':
      return <Rename {...props} />;
    case 'changeDigits':
      return <Digits {...props} />;
    case 'changeSource':
      return <Source {...props} sources={sources} />;
    case 'split':
      return <Split {...props} />;
    case 'changeSymbol':
      return <ChangeSymbol {...props} />;
    case 'retire':
      return <Retire {...props} />;
  }
}

const params = ({ symbol }: AdminSymbol) => ({ params: { symbol } });

function Rename({ symbol, onClose, onDone }: ActionProps) {
  const { t } = useTranslation('adminMarket');
  const calendarName = useCalendarName();
  return (
    <FormDialog
      wide
      title={`${symbol.symbol} · ${t('symbols.rename')}`}
      text={t('symbols.renameText')}
      act={t('symbols.rename')}
      rules={ROUTES.adminSaveSymbol.body.shape}
      defaults={{ name: symbol.name }}
      send={async (body) => {
        await call('adminSaveSymbol', { ...params(symbol), body });
        await onDone(t('symbols.renamed'));
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NameFields form={form} />
          <p>
            {t('symbols.calendar')}: {calendarName(symbol.calendar)}.{' '}
            <span className="text-ink-2">{t('symbols.calendarText')}</span>
          </p>
        </>
      )}
    </FormDialog>
  );
}

const DIGITS = textRule((text) => /^(\d|1[0-2])$/.test(text));

function Digits({ symbol, onClose, onDone }: ActionProps) {
  const { t } = useTranslation('adminMarket');
  return (
    <FormDialog<{ digits: string; code: string }>
      title={`${symbol.symbol} · ${t('symbols.changeDigits')}`}
      text={t('symbols.digitsText')}
      act={t('symbols.changeDigits')}
      rules={{ digits: DIGITS, code: CODE_RULE }}
      defaults={{ digits: String(symbol.digits), code: '' }}
      fieldOf={CODE_FIELD_OF}
      send={async ({ digits, code }) => {
        const body = { digits: Number(digits), code };
        await call('adminSymbolDigits', { ...params(symbol), body });
        await onDone(t('symbols.digitsChanged'));
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Field
            {...form.fields.register('digits')}
            type="number"
            min={0}
            max={12}
            label={t('symbols.digits')}
            error={form.faultOf('digits') === null ? null : '0 – 12'}
          />
          <CodeField form={form} />
        </>
      )}
    </FormDialog>
  );
}

interface NewSource extends Record<string, unknown> {
  instrument: OfferedInstrument | null;
  /** Fault of the source itself; it has no input. */
  source: null;
  code: string;
}

function Source({
  symbol,
  sources,
  onClose,
  onDone,
}: ActionProps & { readonly sources: readonly string[] }) {
  const { t } = useTranslation('adminMarket');
  const client = useQueryClient();
  const others = sources.filter((source) => source !== 'file');
  const mayFile = symbol.source !== 'file';
  const [kind, setKind] = useState<SourceKind>(others.length > 0 ? 'source' : 'file');
  return (
    <FormDialog<NewSource>
      wide
      title={`${symbol.symbol} · ${t('symbols.changeSource')}`}
      text={t('symbols.sourceText')}
      act={t('symbols.changeSource')}
      rules={{
        instrument: kind === 'file' ? ANY_VALUE : CHOSEN_RULE,
        source: ANY_VALUE,
        code: CODE_RULE,
      }}
      defaults={{ instrument: null, source: null, code: '' }}
      fieldOf={CODE_FIELD_OF}
      send={async ({ instrument, code }) => {
        const body =
          kind === 'source' && instrument
            ? { source: instrument.source, instrument: instrument.instrument, code }
            : { source: 'file' as const, code };
        await call('adminSymbolSource', { ...params(symbol), body });
        await client.invalidateQueries({ queryKey: INSTRUMENTS_KEY });
        await onDone(t('symbols.sourceChanged'));
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="text-ink-2">
            {t('symbols.sourceNow')}: <SourceOf symbol={symbol} />
          </p>
          {mayFile && others.length > 0 ? (
            <SourceKindChoice value={kind} onChange={setKind} />
          ) : null}
          {kind === 'source' ? (
            <SourceInstrument form={form} sources={others} category={symbol.category} />
          ) : null}
          <OpenSignals symbol={symbol.symbol} />
          <CodeField form={form} />
        </>
      )}
    </FormDialog>
  );
}

function SourceInstrument({
  form,
  sources,
  category,
}: {
  readonly form: ContractForm<NewSource>;
  readonly sources: readonly string[];
  readonly category: AdminSymbol['category'];
}) {
  const { fields, faultOf } = form;
  return (
    <InstrumentField
      sources={sources}
      category={category}
      value={fields.watch('instrument')}
      onChange={(instrument) => {
        fields.clearErrors();
        fields.setValue('instrument', instrument);
      }}
      error={useInstrumentFault(faultOf('instrument'))}
    />
  );
}

/** Reads a typed number with a decimal comma or point. */
const readNumber = (text: string): number => Number(text.trim().replace(',', '.'));
const SPLIT = {
  factor: textRule((text) => readNumber(text) >= 0.0001 && readNumber(text) <= 10_000),
  at: textRule((text) => readIstanbul(text) !== null),
  code: CODE_RULE,
};

function Split({ symbol, onClose, onDone }: ActionProps) {
  const { t } = useTranslation('adminMarket');
  const { t: faults } = useTranslation('form');
  return (
    <FormDialog<{ factor: string; at: string; code: string }>
      title={`${symbol.symbol} · ${t('symbols.split')}`}
      text={t('symbols.splitText')}
      act={t('symbols.split')}
      rules={SPLIT}
      defaults={{ factor: '', at: '', code: '' }}
      fieldOf={CODE_FIELD_OF}
      send={async ({ factor, at, code }) => {
        const body = { factor: readNumber(factor), at: readIstanbul(at) ?? 0, code };
        await call('adminSplitSymbol', { ...params(symbol), body });
        await onDone(t('symbols.splitDone'));
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Field
            {...form.fields.register('factor')}
            inputMode="decimal"
            label={t('symbols.factor')}
            hint={t('symbols.factorHint')}
            error={form.faultOf('factor') === null ? null : t('symbols.factorHint')}
          />
          <Field
            {...form.fields.register('at')}
            type="datetime-local"
            label={t('symbols.at')}
            error={form.faultOf('at') === null ? null : faults('fault.required')}
          />
          <CodeField form={form} />
        </>
      )}
    </FormDialog>
  );
}

function ChangeSymbol({ symbol, onClose, onDone }: ActionProps) {
  const { t } = useTranslation('adminMarket');
  const rule = textRule((text) => SYMBOL_PATTERN.test(text) && text !== symbol.symbol);
  const toFault = (fault: string | null): string | null => {
    if (fault === null) return null;
    return fault === 'conflict-409' ? t('symbols.toTaken') : t('symbols.toHint');
  };
  return (
    <FormDialog<{ to: string; code: string }>
      title={`${symbol.symbol} · ${t('symbols.changeSymbol')}`}
      text={t('symbols.symbolText')}
      act={t('symbols.changeSymbol')}
      rules={{ to: rule, code: CODE_RULE }}
      defaults={{ to: '', code: '' }}
      fieldOf={CODE_FIELD_OF}
      send={async (body) => {
        await call('adminRenameSymbol', { ...params(symbol), body });
        await onDone(t('symbols.symbolChanged'));
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Field
            {...form.fields.register('to')}
            autoCapitalize="characters"
            spellCheck={false}
            label={t('symbols.to')}
            hint={t('symbols.toHint')}
            error={toFault(form.faultOf('to'))}
          />
          <CodeField form={form} />
        </>
      )}
    </FormDialog>
  );
}

function Retire({ symbol, onClose, onDone }: ActionProps) {
  const { t } = useTranslation('adminMarket');
  return (
    <CodeDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('symbols.retireTitle', { symbol: symbol.symbol })}
      text={t('symbols.retireText')}
      act={t('symbols.retireAct', { symbol: symbol.symbol })}
      asksReason={false}
      onConfirm={async ({ code }) => {
        await call('adminRetireSymbol', { ...params(symbol), body: { code } });
        await onDone(t('symbols.retired'));
      }}
    />
  );
}
