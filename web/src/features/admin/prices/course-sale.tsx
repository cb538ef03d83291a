import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Offers, offersQuery } from '../../../api/calls/offers.ts';
import { call } from '../../../api/client/client.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { notify } from '../../../ui/notices.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { CodeDialog } from '../code-dialog.tsx';

/** Renders whether the course is on sale, and the switch of the sale with a fresh code. */
export function CourseSale() {
  const { t } = useTranslation('adminMoney');
  const offers = useQuery(offersQuery());
  return (
    <Panel title={t('prices.course.title')}>
      <Load
        query={offers}
        failed={t('prices.course.failed')}
        skeleton={<Bone className="m-3 h-14 w-72 max-w-full" />}
      >
        {({ course }) => <Sale course={course} />}
      </Load>
    </Panel>
  );
}

function Sale({ course: { onSale, lessons } }: { readonly course: Offers['course'] }) {
  const { t } = useTranslation('adminMoney');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const videos = lessons.filter(({ hasVideo }) => hasVideo).length;
  const counts = { videos, lessons: lessons.length };
  const change = async (code: string): Promise<void> => {
    await call('adminSetCourseSale', { body: { onSale: !onSale, code } });
    notify({ title: t(onSale ? 'prices.course.stopped' : 'prices.course.opened'), tone: 'up' });
    await client.invalidateQueries({ queryKey: offersQuery().queryKey });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-semi">{t(onSale ? 'prices.course.open' : 'prices.course.closed')}</p>
        <p className="mt-1 leading-mid text-ink-2">
          {t('prices.course.videos', counts)}{' '}
          {t(onSale ? 'prices.course.openText' : 'prices.course.closedText')}
        </p>
      </div>
      <Button onClick={() => setAsking(true)}>
        {t(onSale ? 'prices.course.closeAct' : 'prices.course.openAct')}
      </Button>
      <CodeDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(onSale ? 'prices.course.closeTitle' : 'prices.course.openTitle')}
        text={
          onSale
            ? t('prices.course.closedText')
            : `${t('prices.course.videos', counts)} ${t('prices.course.openText')}`
        }
        act={t(onSale ? 'prices.course.closeAct' : 'prices.course.openAct')}
        asksReason={false}
        danger={false}
        onConfirm={({ code }) => change(code)}
      />
    </div>
  );
}
