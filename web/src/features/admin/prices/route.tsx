import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { loadTexts, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { AdminPage } from '../admin-page.tsx';
import { MoreButton } from '../pages.tsx';
import { pricesQuery } from './calls.ts';
import { CourseSale } from './course-sale.tsx';
import { PriceForm } from './price-form.tsx';
import { PriceHistory } from './price-history.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMoney', 'payment');
  return null;
}

/** Renders the prices of the products, now and later, and their history. */
export default function PricesRoute() {
  const { t } = useTranslation('adminMoney');
  const { t: admin } = useTranslation('admin');
  const query = useInfiniteQuery(pricesQuery());
  const formId = useId();
  const [changes, setChanges] = useState(0);
  const [later, setLater] = useState(false);
  return (
    <AdminPage
      title={admin('nav.prices')}
      tools={
        <>
          <span role="status" className="lbl num">
            {changes === 0 ? null : t('prices.changes', { count: changes })}
          </span>
          <Button type="submit" form={formId} variant="primary" disabled={changes === 0}>
            {admin('save')}
          </Button>
        </>
      }
    >
      <div className="grid max-w-180 min-w-0 gap-3">
        <FormStatus kind="notice">{t(later ? 'prices.warningLater' : 'prices.warning')}</FormStatus>
        <Load query={query} failed={t('prices.failed')} skeleton={<PriceBones />}>
          {({ pages }) => {
            const [first] = pages;
            if (!first) return null;
            return (
              <>
                <PriceForm
                  id={formId}
                  products={first.products}
                  nowMs={first.serverTime}
                  onChanges={setChanges}
                  onLater={setLater}
                />
                <CourseSale />
                <PriceHistory
                  changes={pages.flatMap((page) => page.changes)}
                  nowMs={first.serverTime}
                />
                <MoreButton query={query} />
              </>
            );
          }}
        </Load>
      </div>
    </AdminPage>
  );
}

function PriceBones() {
  return (
    <div className="grid gap-3">
      <Bone className="h-44 w-full rounded-3" />
      <Bone className="h-28 w-full rounded-3" />
    </div>
  );
}
