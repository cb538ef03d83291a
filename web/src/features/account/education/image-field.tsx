import { IMAGE_TYPES, LIMITS } from '@rasat/contract';
import { ImagePlus, RotateCw } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSize } from '../../../i18n/measures.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Meter } from '../../../ui/meter.tsx';
import type { Draft } from './draft.ts';
import type { UploadState } from './image-upload.ts';

/** Bytes of a megabyte, in the binary convention of file managers. */
const MEGABYTE = 1_048_576;

/** Returns the image limits, formatted for texts. */
export function useImageLimits(): { readonly megabytes: string; readonly megapixels: string } {
  const { count } = useFormats();
  return {
    megabytes: count(LIMITS.imageBytes / MEGABYTE),
    megapixels: count(LIMITS.imagePixels / 1e6),
  };
}

/** Returns the handlers of a form element that take a pasted or dropped image into the draft. */
export function imageDropHandlers(draft: Draft, closed: boolean) {
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer): void => {
    const [file] = data.files;
    if (file === undefined) return;
    event.preventDefault();
    if (!closed) draft.pick(file);
  };
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
  };
}

/** Renders the button that opens the file dialog for an image. */
export function ImageButton({
  draft,
  chosen,
  disabled = false,
  buttonRef,
  describedBy,
}: {
  readonly draft: Draft;
  /** Whether there is an image already. */
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
  readonly describedBy?: string | undefined;
}) {
  const { t } = useTranslation('education');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        ref={buttonRef}
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        className="max-desk:min-h-11"
      >
        <ImagePlus aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
        {chosen ? t('image.replace') : t('image.add')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Without a reset, choosing the same file again fires no change event.
          target.value = '';
          if (file) draft.pick(file);
        }}
      />
    </>
  );
}

/** Shows the image of a form with its upload state; renders nothing without an image. */
export function ImageRow({
  draft,
  image,
  disabled = false,
}: {
  readonly draft: Draft;
  readonly image: UploadState;
  readonly disabled?: boolean;
}) {
  const { t } = useTranslation('education');
  if (image.kind === 'none') return null;
  const moving = image.kind === 'reading' || image.kind === 'sending';
  const { name } = image.kind === 'reading' ? image : image.image;
  const remove = moving ? t('image.cancel') : t('image.remove');
  return (
    <div className="flex items-center gap-3.5 rounded-2 border border-line bg-s2 p-2.5">
      <div className="w-30 flex-none overflow-hidden rounded-[4px] bg-chart-bg max-desk:w-18">
        {image.kind === 'reading' ? (
          <span className="skel block h-15" />
        ) : (
          <img src={image.image.preview} alt="" className="block max-h-24 w-full object-contain" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p translate="no" className="truncate font-semi">
          {name}
        </p>
        <ImageLine image={image} />
        {moving ? (
          <Meter
            label={t('image.progress', { name })}
            share={image.kind === 'sending' ? image.share : 0}
          />
        ) : null}
      </div>
      {image.kind === 'failed' ? (
        <IconButton label={t('image.retry')} disabled={disabled} onClick={() => draft.retry()}>
          <RotateCw aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
        </IconButton>
      ) : null}
      <IconButton label={remove} disabled={disabled} onClick={() => draft.removeImage()}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

function ImageLine({ image }: { readonly image: Exclude<UploadState, { kind: 'none' }> }) {
  const { t } = useTranslation('education');
  const { language, percent } = useFormats();
  const { size } = image.kind === 'reading' ? image : image.image;
  const long = formatSize(language, size);
  const how =
    image.kind === 'sending'
      ? t('image.sending', { percent: percent(Math.floor(image.share * 100), 0) })
      : t(`image.${image.kind}`);
  return (
    <p className={image.kind === 'failed' ? 'num mt-0.5 text-11 text-bad' : 'lbl num mt-0.5'}>
      {`${long} · ${how}`}
    </p>
  );
}

/** Announces an upload to screen readers: its start, each quarter, and its result. */
export function UploadAnnouncer({ image }: { readonly image: UploadState }) {
  const { t } = useTranslation('education');
  const { percent } = useFormats();
  const quarter = image.kind === 'sending' ? Math.floor(image.share * 4) * 25 : 0;
  const words = {
    none: '',
    reading: '',
    sending: t('image.said.sending', { percent: percent(quarter, 0) }),
    ready: t('image.said.ready'),
    failed: t('image.said.failed'),
  } as const;
  return (
    <p aria-live="polite" className="sr-only">
      {words[image.kind]}
    </p>
  );
}
