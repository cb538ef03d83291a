import { type InLanguages, type Language, ROUTES } from '@rasat/contract';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { ANY_VALUE, textRule } from '../../../ui/field-rules.ts';
import { Field } from '../../../ui/form.tsx';
import { Confirm } from '../confirm.tsx';
import { FormDialog } from '../form-dialog.tsx';
import type { VideoSource } from './calls.ts';
import { readMinutes } from './length.ts';
import { SourceField, type SourceKind } from './source-field.tsx';
import { TitleFields } from './title-fields.tsx';
import { useVideoUpload } from './use-video-upload.ts';

/** Video in the editor: its title, length and source. */
export interface EditedVideo {
  readonly title: InLanguages;
  readonly minutes: number | null;
  readonly video: VideoSource;
}

/** Video to be saved. */
export type SavedVideo = Pick<EditedVideo, 'title' | 'minutes'> & {
  readonly video:
    | { readonly kind: 'none' }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'file'; readonly id: string };
};

interface Values extends Record<string, unknown> {
  title: Record<Language, string>;
  minutes: string;
  url: string;
  file: string;
}

const { title: TITLE, video: VIDEO } = ROUTES.adminSaveLesson.body.shape;
const MINUTES = textRule((text) => readMinutes(text) !== undefined);
const URL_RULE = textRule((url) => VIDEO.safeParse({ kind: 'link', url }).success);

/**
 * Edits a lesson or a platform video. A chosen file is uploaded at once, saving waits for the upload,
 * and closing the dialog during an upload asks for confirmation.
 */
export function VideoDialog({
  title,
  text,
  entry,
  onSave,
  onClose,
}: {
  readonly title: string;
  readonly text?: string;
  readonly entry: EditedVideo;
  /** Makes the call; throws its error. */
  readonly onSave: (saved: SavedVideo) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { t: admin } = useTranslation('admin');
  const [kind, setKind] = useState<SourceKind>(entry.video.kind);
  const [leaving, setLeaving] = useState(false);
  const { upload, file } = useVideoUpload(entry.video);
  const savedSource = (url: string): SavedVideo['video'] => {
    if (kind === 'link') return { kind, url: url.trim() };
    return kind === 'file' && file.kind === 'ready' ? { kind, id: file.id } : { kind: 'none' };
  };
  return (
    <FormDialog<Values>
      wide
      title={title}
      {...(text !== undefined && { text })}
      act={admin('save')}
      rules={{
        title: TITLE,
        minutes: MINUTES,
        url: kind === 'link' ? URL_RULE : ANY_VALUE,
        file: kind === 'file' ? textRule(() => file.kind === 'ready') : ANY_VALUE,
      }}
      defaults={{
        title: entry.title,
        minutes: entry.minutes === null ? '' : String(entry.minutes),
        url: entry.video.kind === 'link' ? entry.video.url : '',
        file: '',
      }}
      send={({ title: saved, minutes, url }) =>
        onSave({ title: saved, minutes: readMinutes(minutes) ?? null, video: savedSource(url) })
      }
      onClose={() => {
        if (file.kind === 'sending') setLeaving(true);
        else onClose();
      }}
    >
      {(form) => (
        <>
          <TitleFields form={form} />
          <div className="desk:max-w-48">
            <Field
              {...form.fields.register('minutes')}
              inputMode="numeric"
              autoComplete="off"
              label={t('lessons.minutes')}
              hint={t('lessons.minutesHint')}
              error={form.faultOf('minutes') === null ? null : t('lessons.minutesFault')}
            />
          </div>
          <SourceField form={form} kind={kind} onKind={setKind} upload={upload} file={file} />
          <Confirm
            open={leaving && file.kind === 'sending'}
            title={t('source.leaveTitle')}
            text={t('source.leaveText')}
            act={t('source.leaveAct')}
            onClose={() => setLeaving(false)}
            onConfirm={() => {
              upload.stop();
              onClose();
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
