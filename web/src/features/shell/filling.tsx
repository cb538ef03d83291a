import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { healthQuery, useFilling } from '../../api/calls/health.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { learnServerTime } from '../../ui/use-now.ts';

/**
 * Shows the progress of a fresh server that computes its first bars. The pages already show the data that exist. The
 * same answer sets the page's clock.
 */
export function Filling() {
  const { t } = useTranslation('shell');
  const { percent } = useFormats();
  const { data, dataUpdatedAt } = useQuery(healthQuery());
  useEffect(() => {
    if (data) learnServerTime(data.serverTime, dataUpdatedAt);
  }, [data, dataUpdatedAt]);
  const done = useFilling();
  if (done === null) return null;
  return (
    <div
      role="status"
      className="relative border-b border-warn-line bg-warn-bg px-6 py-2 max-desk:px-3"
    >
      {t('filling', { percent: percent(Math.floor(done * 100), 0) })}
      <span
        aria-hidden="true"
        className="absolute inset-y-0 -bottom-px left-0 h-0.5 self-end bg-warn [top:auto]"
        style={{ width: `${done * 100}%` }}
      />
    </div>
  );
}
