import { useRef } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** Asks before an action; the cancel button has the focus. */
export function Confirm({
  open = true,
  onClose,
  ...question
}: {
  readonly open?: boolean;
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('admin');
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <ConfirmDialog
      {...question}
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      safeButton={safe}
    />
  );
}
