import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useErrorText, useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { readFailure } from '../../ui/failure.ts';
import { Load } from '../../ui/load.tsx';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import { type InvoiceEntry, invoicesQuery, readInvoiceAddress } from './invoice-calls.ts';

const HEAD = 'h-7.5 border-b border-line px-2.5 text-11 font-med whitespace-nowrap text-ink-3';
const CELL = 'h-9 px-2.5 py-1.5';

/** Lists the person's invoices and credit notes, the newest first; each opens as PDF in a new tab. */
export function InvoicesSection() {
  const { t } = useTranslation('payment');
  const invoices = useQuery(invoicesQuery());
  const desk = useDesktop();
  return (
    <Panel className="overflow-hidden">
      <Load query={invoices} failed={t('invoices.failed')} skeleton={<InvoicesSkeleton />}>
        {(list) => {
          if (list.length === 0) {
            return <Empty level={2} title={t('invoices.empty')} text={t('invoices.emptyText')} />;
          }
          const newest = list.toSorted((a, b) => b.index - a.index);
          return desk ? <InvoiceTable entries={newest} /> : <InvoiceCards entries={newest} />;
        }}
      </Load>
    </Panel>
  );
}

interface Entries {
  readonly entries: readonly InvoiceEntry[];
}

function InvoiceTable({ entries }: Entries) {
  const { t } = useTranslation('payment');
  const { date } = useFormats();
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('invoices.caption')}</caption>
      <thead>
        <tr>
          {(['number', 'date', 'what', 'kind'] as const).map((name) => (
            <th key={name} scope="col" className={`${HEAD} text-left`}>
              {t(`invoices.${name}`)}
            </th>
          ))}
          <th scope="col" className={`${HEAD} text-right`}>
            {t('invoices.amount')}
          </th>
          <th scope="col" className={`${HEAD} text-right print:hidden`}>
            {t('invoices.pdf')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.index} className="border-b border-line-soft last:border-0 hover:bg-hover">
            <th scope="row" className={`${CELL} num text-left font-reg`}>
              {entry.number}
            </th>
            <td className={`${CELL} num`}>
              <time dateTime={formatIsoUtc(entry.date)}>{date(entry.date)}</time>
            </td>
            <td className={CELL}>
              <What entry={entry} />
            </td>
            <td className={CELL}>
              <Kind entry={entry} />
            </td>
            <td className={`${CELL} num text-right`}>
              <Amount entry={entry} />
            </td>
            <td className={`${CELL} text-right print:hidden`}>
              <OpenPdf entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InvoiceCards({ entries }: Entries) {
  const { t } = useTranslation('payment');
  const { date } = useFormats();
  return (
    <ul aria-label={t('invoices.caption')} className="divide-y divide-line-soft">
      {entries.map((entry) => (
        <li key={entry.index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 p-3.5">
          <div className="min-w-0">
            <p className="font-semi">
              <What entry={entry} />
            </p>
            <p className="lbl num mt-0.5">
              <time dateTime={formatIsoUtc(entry.date)}>{date(entry.date)}</time>
              {` · ${entry.number}`}
            </p>
          </div>
          <p className="num text-right text-14 font-med">
            <Amount entry={entry} />
          </p>
          <span className="self-center justify-self-start">
            <Kind entry={entry} />
          </span>
          <OpenPdf entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function What({ entry }: { readonly entry: InvoiceEntry }) {
  const { t } = useTranslation('payment');
  return (
    <>
      {t(`product.${entry.product}`)}
      <span className="lbl num block whitespace-normal">
        {entry.refersTo === null
          ? t('invoices.order', { number: entry.order })
          : t('invoices.refersTo', { number: entry.refersTo })}
      </span>
    </>
  );
}

function Kind({ entry }: { readonly entry: InvoiceEntry }) {
  const { t } = useTranslation('payment');
  return (
    <Tag tone={entry.kind === 'invoice' ? 'quiet' : 'info'}>{t(`invoices.${entry.kind}`)}</Tag>
  );
}

function Amount({ entry }: { readonly entry: InvoiceEntry }) {
  const { money } = useFormats();
  // A credit note is shown as a negative amount.
  return money(entry.kind === 'invoice' ? entry.amount : -Math.abs(entry.amount));
}

function OpenPdf({ entry }: { readonly entry: InvoiceEntry }) {
  const { t } = useTranslation('payment');
  const { t: words } = useTranslation('words');
  const errorText = useErrorText();
  const opening = useMutation({
    mutationFn: async (tab: Window | null) => {
      const address = await readInvoiceAddress(entry.index);
      if (tab === null || tab.closed) location.assign(address);
      else tab.location.replace(address);
    },
    onError: (error, tab) => {
      tab?.close();
      notify({
        title: t('invoices.openFailed'),
        text: errorText(readFailure(error).code),
        tone: 'bad',
      });
    },
  });
  return (
    <Button
      size="sm"
      busy={opening.isPending}
      className="print:hidden"
      aria-label={`${t('invoices.open', { number: entry.number })} (${words('newTab')})`}
      onClick={() => {
        // The tab opens in the click event; a browser blocks a tab that opens after the reply.
        const tab = window.open('', '_blank');
        if (tab) tab.opener = null;
        opening.mutate(tab);
      }}
    >
      {opening.isPending ? null : (
        <Download aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
      )}
      {t('invoices.pdf')}
    </Button>
  );
}

function InvoicesSkeleton() {
  return (
    <div>
      <div className="h-7.5 border-b border-line max-desk:hidden" />
      {[1, 2, 3].map((row) => (
        <div
          key={row}
          className="flex h-13 items-center justify-between gap-6 border-b border-line-soft px-2.5 last:border-0"
        >
          <Bone className="w-36" />
          <Bone className="w-20 max-desk:hidden" />
          <Bone className="w-20" />
        </div>
      ))}
    </div>
  );
}
