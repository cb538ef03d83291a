import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notices.ts';
import { PEOPLE_KEY, summaryQuery } from '../calls.ts';
import { CodeDialog } from '../code-dialog.tsx';
import { ORDERS_KEY, type OrderRecord } from './calls.ts';

/** Renders the button that refunds an order, after a dialog that states the consequences. */
export function RefundButton({ order }: { readonly order: OrderRecord }) {
  const { t } = useTranslation('adminMoney');
  const { money } = useFormats();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { number, grant } = order;
  const taken = order.payments.find(({ role }) => role === 'pays') ?? order.payments[0];
  const amount = money(taken?.amount ?? order.amount);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('refund.act')}
      </Button>
      <CodeDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('refund.title', { amount })}
        text={t(
          grant?.ended !== null
            ? 'refund.noRight'
            : order.product === 'lesson'
              ? 'refund.lessonText'
              : 'refund.text',
        )}
        act={t('refund.confirm', { amount })}
        onConfirm={async (body) => {
          const { state } = await call('adminRefund', { params: { number }, body });
          notify({
            title: t(state === 'refunded' ? 'refund.refunded' : 'refund.refunding'),
            tone: 'up',
          });
          await Promise.all([
            client.invalidateQueries({ queryKey: ORDERS_KEY }),
            client.invalidateQueries({ queryKey: PEOPLE_KEY }),
            client.invalidateQueries({ queryKey: summaryQuery().queryKey }),
          ]);
        }}
      />
    </>
  );
}
