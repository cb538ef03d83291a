import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { readFailure } from '../../../ui/failure.ts';
import { MenuAction, MenuLine } from '../../../ui/menu.tsx';
import { notify } from '../../../ui/notices.ts';
import { Confirm } from '../confirm.tsx';
import { RowMenu } from '../row-menu.tsx';
import { Table } from '../table.tsx';
import { type AdminVideo, adminVideosQuery } from './calls.ts';
import { EditButton } from './cells.tsx';
import { useVideoColumns } from './lesson-table.tsx';
import type { SavedVideo } from './video-dialog.tsx';

/** Renders the platform videos in their order; a video can be moved up or down. */
export function VideoTable({
  videos,
  onEdit,
}: {
  readonly videos: readonly AdminVideo[];
  readonly onEdit: (video: AdminVideo) => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { t: admin } = useTranslation('admin');
  const errorText = useErrorText();
  const { language } = useFormats();
  const client = useQueryClient();
  const [removing, setRemoving] = useState<AdminVideo | null>(null);
  const columns = useVideoColumns<AdminVideo>(
    t('videos.name'),
    (video) => videos.indexOf(video) + 1,
  );
  const change = async (act: () => Promise<unknown>, title: string): Promise<void> => {
    try {
      await act();
      notify({ title, tone: 'up' });
    } catch (error) {
      const { code } = readFailure(error);
      notify({ title: admin('failed'), text: errorText(code), tone: 'bad' });
    }
    await client.invalidateQueries({ queryKey: adminVideosQuery().queryKey });
  };
  const move = (video: AdminVideo, position: number): void => {
    const { id, title, minutes } = video;
    const body = { id, title, minutes, video: savedSource(video), position };
    const said = t('videos.moved', { title: title[language], number: position });
    void change(() => call('adminSaveVideo', { body }), said);
  };
  return (
    <>
      <Table
        caption={t('videos.caption')}
        namedBy={1}
        rows={videos}
        keyOf={({ id }) => id}
        columns={[
          ...columns,
          {
            name: t('lessons.act'),
            hidden: true,
            look: 'pr-1 max-desk:py-1',
            cell: (video) => {
              const at = videos.indexOf(video);
              return (
                <span className="flex items-center justify-end gap-1">
                  <EditButton title={video.title[language]} onEdit={() => onEdit(video)} />
                  <VideoMenu
                    title={video.title[language]}
                    onUp={at > 0 ? () => move(video, at) : null}
                    onDown={at + 1 < videos.length ? () => move(video, at + 2) : null}
                    onRemove={() => setRemoving(video)}
                  />
                </span>
              );
            },
          },
        ]}
      />
      {removing === null ? null : (
        <Confirm
          title={t('videos.removeTitle', { title: removing.title[language] })}
          text={t('videos.removeText')}
          act={t('videos.removeAct')}
          onConfirm={() => {
            const params = { id: String(removing.id) };
            void change(() => call('adminRemoveVideo', { params, body: {} }), t('videos.removed'));
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

function savedSource({ video }: AdminVideo): SavedVideo['video'] {
  switch (video.kind) {
    case 'none':
      return { kind: 'none' };
    case 'link':
      return { kind: 'link', url: video.url };
    case 'file':
      return { kind: 'file', id: video.id };
  }
}

function VideoMenu({
  title,
  onUp,
  onDown,
  onRemove,
}: {
  readonly title: string;
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  return (
    <RowMenu label={t('videos.menu', { title })}>
      {onUp ? <MenuAction onAct={onUp}>{t('videos.up')}</MenuAction> : null}
      {onDown ? <MenuAction onAct={onDown}>{t('videos.down')}</MenuAction> : null}
      {onUp || onDown ? <MenuLine /> : null}
      <MenuAction onAct={onRemove}>
        <span className="text-bad">{t('videos.remove')}</span>
      </MenuAction>
    </RowMenu>
  );
}
