import { LIMITS } from '@rasat/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notices.ts';
import { CodeDialog } from '../code-dialog.tsx';

/** Renders the button that downloads people's data with a fresh code, after a dialog that names the contents. */
export function DownloadButton({
  label,
  shownLabel,
  title,
  text,
  onDownload,
}: {
  /** Action of the button. */
  readonly label: string;
  /** Visible label; a phone shows only the icon. */
  readonly shownLabel: string;
  /** Title of the dialog: the question. `text` names the contents of the file. */
  readonly title: string;
  readonly text: string;
  /** Makes the call; throws its error. */
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
