import { useQuery } from '@tanstack/react-query';
import { formatClock } from '../../../i18n/format.ts';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Load } from '../../../ui/load.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { AdminPage } from '../admin-page.tsx';
import { CorrectionsPanel, StaleSymbols } from './bars-panels.tsx';
import { CalendarNotice } from './calendar-notice.tsx';
import { feedsQuery } from './calls.ts';
import { Figures } from './figures.tsx';
import { FillGapsButton, GapsPanel } from './gaps-panel.tsx';
import { PartsPanel } from './parts-panel.tsx';
import { ReaderPanel } from './reader-panel.tsx';
import { RefusalsPanel } from './refusals-panel.tsx';
import { RefusedSamples } from './refused-samples.tsx';
import { SourceNotices } from './source-notices.tsx';
import { SourceTable } from './source-table.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await Promise.all([loadTexts('adminMarket'), loadTexts('chart')]);
  return null;
}

/** Renders the state of the sources, what they refused and missed, what the reader sees, and the parts of the server. */
export default function FeedsRoute() {
  const { t } = useTranslation(['adminMarket', 'words']);
  const { day } = useFormats();
  const query = useQuery(feedsQuery());
  const atMs = query.data?.serverTime;
  const head =
    atMs === undefined
      ? undefined
      : t(query.isError ? 'feeds.notRenewed' : 'feeds.renewed', {
          moment: `${day(atMs)} ${formatClock(atMs)}`,
          zone: t('words:zone'),
        });
  return (
    <AdminPage title={t('feeds.title')} note={head} tools={<FillGapsButton />}>
      <Load query={query} failed={t('feeds.failed')} skeleton={<Bone className="h-80 w-full" />}>
        {(feeds) => (
          <>
            <SourceNotices feeds={feeds} />
            <CalendarNotice calendars={feeds.calendars} />
            <Figures feeds={feeds} />
            <SourceTable feeds={feeds} />
            <div className="grid min-w-0 items-start gap-3 desk:grid-cols-2">
              <RefusalsPanel feeds={feeds} />
              <GapsPanel feeds={feeds} />
            </div>
            <ReaderPanel feeds={feeds} />
            <div className="grid min-w-0 items-start gap-3 desk:grid-cols-2">
              <div className="grid min-w-0 gap-3">
                <StaleSymbols feeds={feeds} />
                <CorrectionsPanel feeds={feeds} />
              </div>
              <PartsPanel feeds={feeds} />
            </div>
            <RefusedSamples feeds={feeds} />
          </>
        )}
      </Load>
    </AdminPage>
  );
}
