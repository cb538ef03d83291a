import { LIMITS, VIDEO_TYPES } from '@rasat/contract';
import { FileVideo, RotateCw } from 'lucide-react';
import { type DragEvent, useEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useErrorText, useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSize } from '../../../i18n/measures.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, FieldFault } from '../../../ui/form.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { ContractForm } from '../../../ui/use-contract-form.ts';
import type { VideoSource } from './calls.ts';
import type { UploadState, VideoUpload } from './video-upload.ts';

/** Kind of a video's source: none yet, an address, or a stored file. */
export type SourceKind = VideoSource['kind'];

const KINDS = ['none', 'link', 'file'] as const;
const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;

/** Renders the choice of a video's source with its field: an address, or a file and its upload. */
export function SourceField<V extends FieldValues & { url: unknown; file: unknown }>({
  form,
  kind,
  onKind,
  upload,
  file,
}: {
  readonly form: ContractForm<V>;
  readonly kind: SourceKind;
  readonly onKind: (kind: SourceKind) => void;
  readonly upload: VideoUpload<File>;
  readonly file: UploadState;
}) {
  const { t } = useTranslation('adminLearning');
  const { fields, phase, reopen } = form;
  const waited = phase.kind === 'error' && phase.field === 'file';
  const there = file.kind === 'ready';
  useEffect(() => {
    // The uploaded file resolves the error of a missing file.
    if (!waited || !there) return;
    fields.clearErrors('file' as Path<V>);
    reopen();
  }, [waited, there, fields, reopen]);
  const fault =
    form.faultOf('file' as Path<V>) === null
      ? null
      : t(file.kind === 'sending' ? 'source.needsWait' : 'source.needsFile');
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-col items-start gap-1.25">
        <span className="text-12 font-med text-ink-2">{t('source.label')}</span>
        <Segmented
          label={t('source.label')}
          value={kind}
          choices={KINDS.map((value) => ({ value, label: t(`source.${value}`) }))}
          onChange={onKind}
        />
      </div>
      {kind === 'none' ? <p className="text-12 text-ink-3">{t('source.noneText')}</p> : null}
      {kind === 'link' ? (
        <Field
          {...form.fields.register('url' as Path<V>)}
          type="url"
          inputMode="url"
          placeholder="https://"
          label={t('source.url')}
          error={form.faultOf('url' as Path<V>) === null ? null : t('source.urlFault')}
        />
      ) : null}
      {kind === 'file' ? <FileField upload={upload} file={file} fault={fault} /> : null}
    </div>
  );
}

function FileField({
  upload,
  file,
  fault,
}: {
  readonly upload: VideoUpload<File>;
  readonly file: UploadState;
  readonly fault: string | null;
}) {
  const { t } = useTranslation('adminLearning');
  const { language } = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const onDrop = (event: DragEvent): void => {
    const [given] = event.dataTransfer.files;
    if (given === undefined) return;
    event.preventDefault();
    void upload.pick(given);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the inner button does the same by keyboard
    <div
      data-field="file"
      className="grid min-w-0 gap-2.5"
      onDrop={onDrop}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
    >
      <FileRow upload={upload} file={file} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button
          disabled={file.kind === 'sending'}
          onClick={() => input.current?.click()}
          className="max-desk:min-h-11"
        >
          <FileVideo {...ICON} />
          {t(file.kind === 'none' ? 'source.choose' : 'source.replace')}
        </Button>
        <span className="text-12 text-ink-3">
          {t('source.hint', { size: formatSize(language, LIMITS.videoBytes) })}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept={VIDEO_TYPES.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        hidden
        onChange={({ target }) => {
          const given = target.files?.[0];
          // An empty value lets the same file be chosen again after a refusal.
          if (given) void upload.pick(given);
          target.value = '';
        }}
      />
      {fault === null ? null : <FieldFault role="alert">{fault}</FieldFault>}
      <Voice file={file} />
    </div>
  );
}

function FileRow({
  upload,
  file,
}: {
  readonly upload: VideoUpload<File>;
  readonly file: UploadState;
}) {
  const { t } = useTranslation('adminLearning');
  const line = useFileLine();
  if (file.kind === 'none') return null;
  const bad = file.kind === 'failed' || file.kind === 'refused';
  return (
    <div className="rounded-2 border border-line bg-s2 p-2.5">
      <div className="flex items-center gap-2.5">
        <div className="min-w-0 flex-1">
          <p translate="no" className="truncate font-semi">
            {file.file.name}
          </p>
          <p className={bad ? 'mt-0.5 text-12 text-bad' : 'lbl num mt-0.5'}>{line(file)}</p>
        </div>
        {file.kind === 'failed' ? (
          <IconButton label={t('source.retry')} onClick={() => void upload.retry()}>
            <RotateCw {...ICON} />
          </IconButton>
        ) : null}
        {file.kind === 'sending' ? (
          <Button size="sm" onClick={() => upload.stop()} className="max-desk:min-h-11">
            {t('source.stop')}
          </Button>
        ) : null}
      </div>
      {file.kind === 'sending' ? (
        <Meter label={t('source.progress', { name: file.file.name })} share={file.share} />
      ) : null}
    </div>
  );
}

/**
 * Returns the function that writes the line under a file's name: its size, the progress of its upload, or its fault.
 */
function useFileLine(): (file: Exclude<UploadState, { kind: 'none' }>) => string {
  const { t } = useTranslation('adminLearning');
  const { language, percent } = useFormats();
  const errorText = useErrorText();
  return (state) => {
    const size = formatSize(language, state.file.size);
    switch (state.kind) {
      case 'ready':
        return `${size} · ${t(state.fresh ? 'source.ready' : 'source.kept')}`;
      case 'sending':
        return state.share === 0
          ? `${size} · ${t('source.starting')}`
          : t('source.sending', {
              sent: formatSize(language, state.file.size * state.share),
              size,
              percent: percent(Math.floor(state.share * 100), 0),
            });
      case 'failed':
        return `${errorText(state.code)} (${state.code})`;
      case 'refused':
        return {
          type: t('source.faultType'),
          empty: t('source.faultEmpty'),
          bytes: t('source.faultBytes', { size: formatSize(language, LIMITS.videoBytes) }),
        }[state.fault];
    }
  };
}

/** Announces an upload to screen readers: each quarter, and the result. */
function Voice({ file }: { readonly file: UploadState }) {
  const { t } = useTranslation('adminLearning');
  const { percent } = useFormats();
  const line = useFileLine();
  const said = (): string => {
    switch (file.kind) {
      case 'none':
        return '';
      case 'ready':
        return file.fresh ? t('source.said.ready') : '';
      case 'sending':
        return t('source.said.sending', { percent: percent(Math.floor(file.share * 4) * 25, 0) });
      case 'failed':
        return t('source.said.failed');
      case 'refused':
        return line(file);
    }
  };
  return (
    <p aria-live="polite" className="sr-only">
      {said()}
    </p>
  );
}
