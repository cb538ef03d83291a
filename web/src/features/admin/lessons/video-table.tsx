import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/client/client.ts';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { readFailure } from '../../../ui/failure.ts';
import { Menu, MenuAct, MenuLine } from '../../../ui/menu.tsx';
import { notify } from '../../../ui/notices.ts';
import { CELL, Row, Table } from '../table.tsx';
import { type AdminVideo, adminVideosQuery } from './calls.ts';
import { DESK_ONLY, EditButton, SourceCell, StateCell } from './cells.tsx';
import { formatLength } from './length.ts';
import { VideoHeads } from './lesson-table.tsx';
import type { SavedVideo } from './video-dialog.tsx';

/** The platform videos in their order, which is changed by moving one up or down. */
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
      <Table caption={t('videos.caption')} head={<VideoHeads first={t('videos.name')} />}>
        {videos.map((video, at) => (
          <Row key={video.id}>
            <td className={`${CELL} num text-ink-2`}>{at + 1}</td>
            <th scope="row" className={`${CELL} font-semi max-desk:py-1.5`}>
              {video.title[language]}
            </th>
            <SourceCell video={video.video} />
            <td className={`${CELL} ${DESK_ONLY} num text-right`}>
              {video.minutes === null ? '—' : formatLength(video.minutes)}
            </td>
            <StateCell video={video.video} />
            <td className={`${CELL} pr-1 max-desk:py-1`}>
              <span className="flex items-center justify-end gap-1">
                <EditButton title={video.title[language]} onEdit={() => onEdit(video)} />
                <VideoMenu
                  title={video.title[language]}
                  onUp={at > 0 ? () => move(video, at) : null}
                  onDown={at + 1 < videos.length ? () => move(video, at + 2) : null}
                  onRemove={() => setRemoving(video)}
                />
              </span>
            </td>
          </Row>
        ))}
      </Table>
      {removing === null ? null : (
        <RemoveDialog
          title={removing.title[language]}
          onRemove={() => {
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
  const label = t('videos.menu', { title });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <span aria-hidden="true">···</span>
        </IconButton>
      }
    >
      {onUp ? <MenuAct onAct={onUp}>{t('videos.up')}</MenuAct> : null}
      {onDown ? <MenuAct onAct={onDown}>{t('videos.down')}</MenuAct> : null}
      {onUp || onDown ? <MenuLine /> : null}
      <MenuAct onAct={onRemove}>
        <span className="text-bad">{t('videos.remove')}</span>
      </MenuAct>
    </Menu>
  );
}

function RemoveDialog({
  title,
  onRemove,
  onClose,
}: {
  readonly title: string;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { t: admin } = useTranslation('admin');
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('videos.removeTitle', { title })}
      text={t('videos.removeText')}
      act={t('videos.removeAct')}
      cancelLabel={admin('cancel')}
      closeLabel={admin('close')}
      onConfirm={onRemove}
      safeButton={safe}
    />
  );
}
