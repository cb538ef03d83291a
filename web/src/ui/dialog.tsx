import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';

/** Renders a dialog over the page. It keeps the focus and returns it; Escape and a press outside close it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  initialFocus,
  wide = false,
  full = false,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  readonly closeLabel: string;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly wide?: boolean;
  /** As wide as the screen allows, for a picture. */
  readonly full?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim" />
        <BaseDialog.Popup
          {...(initialFocus ? { initialFocus } : {})}
          className={cx(
            'fixed top-1/2 left-1/2 z-(--z-dialog) max-h-[calc(100dvh-32px)] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-4 bg-s1 p-5 elev-3 outline-none',
            full
              ? 'w-[min(1280px,calc(100vw-24px))]'
              : wide
                ? 'w-[min(720px,calc(100vw-24px))]'
                : 'w-[min(420px,calc(100vw-24px))]',
          )}
        >
          <div className="flex items-start gap-3">
            <BaseDialog.Title className="flex-1 pt-1.75 text-16 max-desk:pt-3.25 pointer-coarse:pt-3.25">
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label={closeLabel} />}>
              <Icon name="close" />
            </BaseDialog.Close>
          </div>
          {description ? (
            <BaseDialog.Description className="mt-1 text-14 leading-mid text-ink-2">
              {description}
            </BaseDialog.Description>
          ) : null}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/**
 * Asks for confirmation of an action that cannot be undone. The button names the action; focus starts on cancel.
 * @public
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  act,
  cancelLabel,
  closeLabel,
  onConfirm,
  safeButton,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly cancelLabel: string;
  readonly closeLabel: string;
  readonly onConfirm: () => void;
  readonly safeButton: RefObject<HTMLButtonElement | null>;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      closeLabel={closeLabel}
      initialFocus={safeButton}
    >
      <div className="mt-4.5 flex justify-end gap-2.25">
        <Button ref={safeButton} onClick={() => onOpenChange(false)}>
          {cancelLabel}
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onOpenChange(false);
            onConfirm();
          }}
        >
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
