import type { Reply, ROUTES } from '@rasat/contract';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Tag } from '../../ui/tag.tsx';
import { Moment } from './moment.tsx';
import type { Column } from './table.tsx';

/** Returns the column of the moments at a key, aligned right. */
export function momentColumn<K extends string>(
  name: string,
  key: K,
): Column<Readonly<Record<K, number | null>>> {
  return { name, right: true, look: 'text-ink-2', cell: (row) => <Moment timeMs={row[key]} /> };
}

/** Returns the columns of a document's number and kind; a document is an invoice or a credit note. */
export function useDocumentColumns(): readonly Column<
  Pick<Reply<typeof ROUTES.adminPerson>['invoices'][number], 'number' | 'kind'>
>[] {
  const { t } = useTranslation('payment');
  const { t: names } = useTranslation('adminMoney');
  return [
    { name: t('invoices.number'), look: 'num font-semi', cell: ({ number }) => number },
    {
      name: names('kind'),
      cell: ({ kind }) => (
        <Tag tone={kind === 'invoice' ? 'quiet' : 'info'}>{t(`invoices.${kind}`)}</Tag>
      ),
    },
  ];
}

/** Renders the number of an order, linked to its page. */
export function OrderLink({ number }: { readonly number: string }) {
  return (
    <Link to={`/admin/orders/${number}`} className="link num">
      {number}
    </Link>
  );
}
