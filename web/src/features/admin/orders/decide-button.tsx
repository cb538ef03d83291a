import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notices.ts';
import { PEOPLE_KEY, summaryQuery } from '../calls.ts';
import { CodeDialog } from '../code-dialog.tsx';
import { ORDERS_KEY, type OrderRecord } from './calls.ts';

const CALLS = { byHand: 'adminReturnOrder', contest: 'adminCloseOrder' } as const;

/**
 * Records a decision about an order that was made outside this product: a manual refund, or the check of a contested
 * payment.
 */
export function DecideButton({
  order: { number },
  what,
}: {
  readonly order: OrderRecord;
  readonly what: keyof typeof CALLS;
}) {
  const { t } = useTranslation('adminMoney');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t(`${what}.act`)}</Button>
      <CodeDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(`${what}.title`)}
        text={t(`${what}.text`)}
        act={t(`${what}.confirm`)}
        danger={what === 'byHand'}
        onConfirm={async (body) => {
          await call(CALLS[what], { params: { number }, body });
          notify({ title: t(`${what}.done`), tone: 'up' });
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
