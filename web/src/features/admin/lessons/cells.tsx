import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSize } from '../../../i18n/measures.ts';
import { Button } from '../../../ui/button.tsx';
import { NewTabMark } from '../../../ui/new-tab.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { VideoSource } from './calls.ts';

/** Classes of a cell that is hidden on a phone. */
export const DESK_ONLY = 'max-desk:hidden';

/** Renders the cell of a video's source, with a link to the video. */
export function SourceCell({ video }: { readonly video: VideoSource }) {
  const { t } = useTranslation('adminLearning');
  const { language } = useFormats();
  if (video.kind === 'none') return '—';
  const shown = video.kind === 'link' ? video.url.replace(/^https?:\/\/(www\.)?/, '') : video.name;
  return (
    <span className="flex items-center gap-2">
      <a
        href={video.url}
        target="_blank"
        rel="noopener noreferrer"
        title={video.kind === 'link' ? video.url : t('source.play')}
        className="link min-w-0 gap-1.25"
      >
        <span translate="no" className="truncate">
          {shown}
        </span>
        <NewTabMark />
      </a>
      {video.kind === 'file' ? (
        <span className="lbl num flex-none">{formatSize(language, video.bytes)}</span>
      ) : null}
    </span>
  );
}

/** Renders the cell that says whether there is a video. */
export function StateCell({ video }: { readonly video: VideoSource }) {
  const { t } = useTranslation('adminLearning');
  const live = video.kind !== 'none';
  return <Tag tone={live ? 'ok' : 'warn'}>{t(live ? 'lessons.live' : 'lessons.pending')}</Tag>;
}

/** Renders the button that edits a row. */
export function EditButton({
  title,
  onEdit,
}: {
  readonly title: string;
  readonly onEdit: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  return (
    <Button
      size="sm"
      aria-label={t('lessons.editOf', { title })}
      onClick={onEdit}
      className="max-desk:min-h-11"
    >
      {t('lessons.edit')}
    </Button>
  );
}
