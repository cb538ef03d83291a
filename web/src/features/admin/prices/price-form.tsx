import { DAY_MS, LIMITS, MINUTE_MS, type Product } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { offersQuery } from '../../../api/calls/offers.ts';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Field } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { CodeDialog } from '../code-dialog.tsx';
import { readIstanbul, writeIstanbul } from '../istanbul-time.ts';
import { type PricedProduct, pricesQuery } from './calls.ts';
import { PriceTable } from './price-table.tsx';
import { readPrices, type TypedPrices } from './typed-prices.ts';

/**
 * Renders the form of new prices, valid now or from a moment in Istanbul's time, set with one fresh code. Before the
 * call, a dialog lists each product with its price before and after.
 */
export function PriceForm({
  id,
  products,
  nowMs,
  onChanges,
  onLater,
}: {
  readonly id: string;
  readonly products: readonly PricedProduct[];
  readonly nowMs: number;
  /** Receives the number of edited prices, also of invalid ones. */
  readonly onChanges: (count: number) => void;
  /** Receives whether the prices change later. */
  readonly onLater: (later: boolean) => void;
}) {
  const { t } = useTranslation('adminMoney');
  const { moment } = useFormats();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<TypedPrices>({});
  const [later, setLater] = useState(false);
  const [from, setFrom] = useState('');
  const [checked, setChecked] = useState(false);
  const [asking, setAsking] = useState(false);
  const fromMs = later ? readIstanbul(from) : null;
  const { changes, wrong } = readPrices(products, typed, fromMs);
  const latestMs = nowMs + LIMITS.priceAheadDays * DAY_MS;
  const fromWrong = later && (fromMs === null || fromMs <= nowMs || fromMs > latestMs);
  const count = changes.length + wrong.length;
  useEffect(() => onChanges(count), [onChanges, count]);
  useEffect(() => onLater(later), [onLater, later]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (count === 0) return;
    if (wrong.length > 0 || fromWrong) {
      const name = wrong[0] ?? 'from';
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
      return;
    }
    setAsking(true);
  };
  const save = async (code: string): Promise<void> => {
    const asked = changes.map(({ product, amount }) => ({ product, amount }));
    await call('adminSetPrices', { body: { changes: asked, from: fromMs, code } });
    notify({ title: t(later ? 'prices.savedLater' : 'prices.saved'), tone: 'up' });
    setTyped({});
    setLater(false);
    setFrom('');
    setChecked(false);
    await Promise.all([
      client.invalidateQueries({ queryKey: pricesQuery().queryKey }),
      client.invalidateQueries({ queryKey: offersQuery().queryKey }),
    ]);
  };
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid min-w-0 gap-3">
      <PriceTable
        products={products}
        typed={typed}
        wrong={checked ? wrong : []}
        changed={changes.map(({ product }) => product)}
        onType={(product, text) => {
          setTyped((before) => ({ ...before, [product]: text }));
        }}
      />
      <EffectivePanel
        later={later}
        from={from}
        nowMs={nowMs}
        latestMs={latestMs}
        wrong={checked && fromWrong}
        onLater={setLater}
        onFrom={setFrom}
      />
      <CodeDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('prices.confirmTitle', { count: changes.length })}
        text={
          fromMs === null
            ? t('prices.confirmNow')
            : t('prices.confirmLater', { time: moment(fromMs) })
        }
        act={t('prices.act')}
        asksReason={false}
        danger={false}
        onConfirm={({ code }) => save(code)}
      >
        <Summary changes={changes} />
      </CodeDialog>
    </form>
  );
}

/** Renders the choice whether prices change now or at a typed moment. */
function EffectivePanel({
  later,
  from,
  nowMs,
  latestMs,
  wrong,
  onLater,
  onFrom,
}: {
  readonly later: boolean;
  readonly from: string;
  readonly nowMs: number;
  readonly latestMs: number;
  readonly wrong: boolean;
  readonly onLater: (later: boolean) => void;
  readonly onFrom: (from: string) => void;
}) {
  const { t } = useTranslation('adminMoney');
  return (
    <Panel title={t('prices.effective')}>
      <div className="grid justify-items-start gap-3 p-3">
        <Segmented
          label={t('prices.effective')}
          value={later ? 'later' : 'now'}
          choices={[
            { value: 'now', label: t('prices.now') },
            { value: 'later', label: t('prices.later') },
          ]}
          onChange={(value) => onLater(value === 'later')}
        />
        {later ? (
          <Field
            type="datetime-local"
            name="from"
            min={writeIstanbul(nowMs + MINUTE_MS)}
            max={writeIstanbul(latestMs)}
            value={from}
            onChange={(event) => onFrom(event.currentTarget.value)}
            label={t('prices.from')}
            error={wrong ? t('prices.fromWrong') : null}
          />
        ) : null}
      </div>
    </Panel>
  );
}

function Summary({
  changes,
}: {
  readonly changes: readonly {
    readonly product: Product;
    readonly previous: number;
    readonly amount: number;
  }[];
}) {
  const { t } = useTranslation('payment');
  const { money } = useFormats();
  return (
    <ul className="divide-y divide-line-soft rounded-2 border border-line">
      {changes.map(({ product, previous, amount }) => (
        <li key={product} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
          <span>{t(`product.${product}`)}</span>
          <span className="num">
            <span className="text-ink-2">{money(previous)}</span>
            {' → '}
            <b className="font-semi">{money(amount)}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}
