import {
  CATEGORIES,
  forEachLanguage,
  type Language,
  ROUTES,
  SYMBOL_PATTERN,
} from '@rasat/contract';
import {
  type BaseResolution,
  type CalendarName,
  CURRENT_CALENDARS,
  marketOfCalendar,
} from '@rasat/engine';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { symbolsQuery } from '../../../api/calls/market.ts';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { ANY_VALUE, textRule } from '../../../ui/field-rules.ts';
import { Field } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notices.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { ContractForm } from '../../../ui/use-contract-form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useSourceName } from '../source-name.ts';
import { type AdminSymbols, adminSymbolsQuery } from './calls.ts';
import { NameFields } from './name-fields.tsx';

interface NewSymbol extends Record<string, unknown> {
  /** Source and symbol of an offer, separated by a space. */
  offer: string;
  symbol: string;
  category: (typeof CATEGORIES)[number];
  digits: string;
  base: BaseResolution;
  name: Record<Language, string>;
  calendar: CalendarName;
}

const SHAPE = ROUTES.adminSaveSymbol.body.shape;
const RULES = {
  offer: ANY_VALUE,
  symbol: ANY_VALUE,
  category: ANY_VALUE,
  digits: ANY_VALUE,
  base: ANY_VALUE,
  name: ANY_VALUE,
  calendar: ANY_VALUE,
};
const FILE_RULES = {
  ...RULES,
  symbol: textRule((value) => SYMBOL_PATTERN.test(value.trim().toUpperCase())),
  digits: textRule((value) => /^(\d|1[0-2])$/.test(value)),
  name: SHAPE.name,
};

/**
 * Renders the dialog that lists a further symbol: a symbol that a source offers, or one whose bars are imported from
 * files.
 */
export function AddSymbolDialog({
  offers,
  onClose,
}: {
  readonly offers: AdminSymbols['offers'];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminMarket');
  const client = useQueryClient();
  const [kind, setKind] = useState<'source' | 'file'>(offers.length > 0 ? 'source' : 'file');
  const [first] = offers;
  return (
    <FormDialog<NewSymbol>
      wide
      title={t('symbols.add')}
      text={t('symbols.addText')}
      act={t('symbols.add')}
      rules={kind === 'file' ? FILE_RULES : RULES}
      defaults={{
        offer: first ? `${first.source} ${first.symbol}` : '',
        symbol: '',
        category: 'crypto',
        digits: '2',
        base: '60',
        name: forEachLanguage(() => ''),
        calendar: 'always',
      }}
      send={async ({ offer, ...file }) => {
        const [source = '', symbol = ''] = offer.split(' ');
        const body =
          kind === 'source'
            ? { source, symbol }
            : {
                ...file,
                source: 'file' as const,
                symbol: file.symbol.trim().toUpperCase(),
                digits: Number(file.digits),
              };
        await call('adminAddSymbol', { body });
        notify({ title: t('symbols.added'), tone: 'up' });
        await Promise.all([
          client.invalidateQueries({ queryKey: adminSymbolsQuery().queryKey }),
          client.invalidateQueries({ queryKey: symbolsQuery().queryKey }),
        ]);
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Segmented
            label={t('symbols.source')}
            value={kind}
            choices={[
              { value: 'source', label: t('symbols.fromSource') },
              { value: 'file', label: t('symbols.forFiles') },
            ]}
            onChange={setKind}
            className="justify-self-start"
          />
          {kind === 'source' ? (
            <OfferField form={form} offers={offers} />
          ) : (
            <FileFields form={form} />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Renders the choice of a symbol that a source offers. */
function OfferField({
  form,
  offers,
}: {
  readonly form: ContractForm<NewSymbol>;
  readonly offers: AdminSymbols['offers'];
}) {
  const { t } = useTranslation('adminMarket');
  const { language } = useFormats();
  const sourceName = useSourceName();
  if (offers.length === 0) return <p className="text-ink-2">{t('symbols.noOffers')}</p>;
  return (
    <SelectField {...form.fields.register('offer')} label={t('symbols.offer')}>
      {offers.map(({ source, symbol, name }) => (
        <option key={`${source} ${symbol}`} value={`${source} ${symbol}`}>
          {`${symbol} · ${name[language]} (${sourceName(source)})`}
        </option>
      ))}
    </SelectField>
  );
}

/** Renders the fields of a symbol whose bars come from files. */
function FileFields({ form }: { readonly form: ContractForm<NewSymbol> }) {
  const { t } = useTranslation('adminMarket');
  const { t: words } = useTranslation('words');
  const { t: faults } = useTranslation('form');
  return (
    <>
      <div className="grid gap-3 desk:grid-cols-2">
        <Field
          {...form.fields.register('symbol')}
          label={t('symbols.symbol')}
          autoCapitalize="characters"
          spellCheck={false}
          className="uppercase"
          error={form.faultOf('symbol') === null ? null : faults('fault.required')}
        />
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
