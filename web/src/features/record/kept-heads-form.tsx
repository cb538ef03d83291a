import { useMutation } from '@tanstack/react-query';
import { Download, FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { callPath } from '../../api/client/client.ts';
import { useErrorText, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { readFailure } from '../../ui/failure.ts';
import { Icon } from '../../ui/icons.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { KeptHeadCheck, KeptHeadDifference, KeptHeadsResult } from './check-kept-heads.ts';
import { useRecordWords } from './words.ts';

const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;

/**
 * Renders a form that takes heads which the reader kept, as text or as a file, and checks in the browser that the
 * record goes on from them. The check is loaded when it is first used.
 */
export function KeptHeadsForm() {
  const { t } = useTranslation('record');
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const check = useMutation({
    mutationFn: async (given: string) =>
      (await import('./check-kept-heads.ts')).checkKeptHeads(given),
  });
  const write = (next: string): void => {
    setText(next);
    check.reset();
  };
  return (
    <form
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!check.isPending) check.mutate(text);
      }}
    >
      <p className="max-w-[68ch] leading-mid text-ink-2">{t('kept.text')}</p>
      <TextArea
        label={t('kept.field')}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        translate="no"
        value={text}
        onChange={({ target }) => write(target.value)}
        className="num text-12"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={check.isPending}
          disabled={text.trim() === ''}
          className="max-desk:min-h-11"
        >
          {t('kept.check')}
        </Button>
        <Button onClick={() => input.current?.click()} className="max-desk:min-h-11">
          <FolderOpen {...ICON} />
          {t('kept.open')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label={t('kept.open')}
          tabIndex={-1}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Without a reset, choosing the same file again fires no change event.
            target.value = '';
            if (file) void file.text().then(write, () => write(''));
          }}
        />
        <a
          href={callPath('recordHeads')}
          download="rasat-heads.json"
          className={cx(buttonClass(), 'max-desk:min-h-11')}
        >
          <Download {...ICON} />
          {t('kept.keep')}
        </a>
      </div>
      <div role="status" aria-live="polite" className="grid gap-2 empty:hidden">
        {check.isError ? <Failed error={check.error} /> : null}
        {check.data ? <Result result={check.data} /> : null}
      </div>
    </form>
  );
}

function Failed({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('record');
  const errorText = useErrorText();
  return <Note tone="bad">{`${t('kept.failed')}. ${errorText(readFailure(error).code)}`}</Note>;
}

function Result({ result }: { readonly result: KeptHeadsResult }) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  switch (result.kind) {
    case 'checked':
      return result.checks.map((check, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may have the same head twice.
        <Checked key={at} check={check} />
      ));
    case 'refused':
      return (
        <Note tone="bad">
          {result.code === 'no-heads'
            ? t('kept.noHeads')
            : t('kept.damaged', { field: result.field ?? '' })}
        </Note>
      );
    case 'many':
      return (
        <Note tone="bad">
          {t('kept.many', {
            number: formats.count(result.count),
            most: formats.count(result.most),
            command: 'rasat verify --head',
          })}
        </Note>
      );
  }
}

function Checked({ check }: { readonly check: KeptHeadCheck }) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  const { day, size, outcomes } = check.kept;
  const rows = formats.count(size);
  switch (check.verdict) {
    case 'holds':
      return check.outcomes ? (
        <Note tone="ok">
          {t('kept.holds', { day, to: check.to, rows, outcomes: formats.count(outcomes) })}
        </Note>
      ) : (
        <Note tone="ok">{t('kept.holdsRows', { day, to: check.to, rows })}</Note>
      );
    case 'missing':
      return <Note tone="bad">{t('kept.missing', { day })}</Note>;
    case 'differs': {
      const nameOf = (one: KeptHeadDifference): string => t(`kept.difference.${one}`);
      const what = check.differences.map(nameOf).join(', ');
      return <Note tone="bad">{t('kept.differs', { day, what })}</Note>;
    }
  }
}

const TONES = { ok: 'border-ok-line bg-ok-bg', bad: 'border-bad-line bg-bad-bg' } as const;
const INK = { ok: 'text-ok', bad: 'text-bad' } as const;

function Note({
  tone,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly children: string;
}) {
  return (
    <div className={cx('flex gap-2 rounded-2 border px-3 py-2.5', TONES[tone])}>
      <Icon name={tone === 'ok' ? 'check' : 'alert'} className={cx('mt-px', INK[tone])} />
      <p className="leading-mid">{children}</p>
    </div>
  );
}
