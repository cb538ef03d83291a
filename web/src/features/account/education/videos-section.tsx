import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { SessionInfo } from '../../../api/session/session.ts';
import { useLanguage, useTranslation } from '../../../i18n/index.ts';
import { Load } from '../../../ui/load.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { lessonsQuery, type PlatformVideo } from './calls.ts';
import { ClosePlayer } from './close-player.tsx';
import { readNumber } from './lesson-state.ts';
import { NeedsCourse } from './needs-course.tsx';
import { Player } from './player.tsx';
import { VideoGrid } from './video-grid.tsx';

/** Renders the platform videos and the player of the selected one. */
export function VideosSection({ info }: { readonly info: SessionInfo }) {
  const { t } = useTranslation('education');
  const lessons = useQuery({ ...lessonsQuery(), enabled: info.student });
  const [query] = useSearchParams();
  if (!info.student) return <NeedsCourse of="videos" />;
  const id = readNumber(query.get('video'), Number.MAX_SAFE_INTEGER);
  return (
    <Load
      query={lessons}
      failed={t('videos.failed')}
      skeleton={
        <div className="grid gap-3 desk:grid-cols-3">
          <Bone className="h-36 w-full" />
          <Bone className="h-36 w-full max-desk:hidden" />
          <Bone className="h-36 w-full max-desk:hidden" />
        </div>
      }
    >
      {({ videos }) => {
        const playing = videos.find((video) => video.id === id);
        return (
          <>
            <p className="text-14 text-ink-2">{t('videos.intro')}</p>
            {playing?.video.kind === 'file' ? <Playing key={playing.id} entry={playing} /> : null}
            <Panel>
              {videos.length === 0 ? (
                <Empty level={2} title={t('videos.none')} text={t('videos.noneText')} />
              ) : (
                <VideoGrid videos={videos} />
              )}
            </Panel>
          </>
        );
      }}
    </Load>
  );
}

function Playing({ entry }: { readonly entry: PlatformVideo }) {
  const language = useLanguage();
  const client = useQueryClient();
  const renewUrl = async (): Promise<string | null> => {
    const { videos } = await client.fetchQuery({ ...lessonsQuery(), staleTime: 0 });
    const again = videos.find(({ id }) => id === entry.id)?.video;
    return again?.kind === 'file' ? again.url : null;
  };
  return (
    <Panel
      className="overflow-hidden"
      title={entry.title[language]}
      actions={<ClosePlayer to="?selected=videos" />}
    >
      <Player url={entry.video.url} title={entry.title[language]} renewUrl={renewUrl} />
    </Panel>
  );
}
