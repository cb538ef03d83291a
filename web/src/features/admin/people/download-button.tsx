import { LIMITS } from '@rasat/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notices.ts';
import { CodeDialog } from '../code-dialog.tsx';

/** Fetches a file with people's data, after saying what stands in it, with a fresh code. */
export function DownloadButton({
  label,
  shownLabel,
  title,
  text,
  onDownload,
}: {
  /** What the button does. */
  readonly label: string;
  /** What stands on it; on a phone only the icon does. */
  readonly shownLabel: string;
  /** What is asked, and what stands in the file. */
  readonly title: string;
  readonly text: string;
  /** Makes the call and throws what it throws. */
  readonly onDownload: (code: string) => Promise<void>;
}) {
  const { t } = useTranslation('adminPeople');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setAsking(true)}
        className="max-desk:size-11 max-desk:min-h-11 max-desk:px-0"
      >
        <Download aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
        <span className="max-desk:sr-only">{shownLabel}</span>
      </Button>
      <CodeDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        text={`${text} ${t('file.noted', { max: LIMITS.adminExportsPerHour })}`}
        act={t('file.act')}
        asksReason={false}
        danger={false}
        onConfirm={async ({ code }) => {
          await onDownload(code);
          notify({ title: t('file.done'), tone: 'up' });
        }}
      />
    </>
  );
}
