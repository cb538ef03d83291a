import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { FieldRule } from '../../ui/field-rules.ts';
import { FormBanner } from '../../ui/form-banner.tsx';
import { type ContractForm, useContractForm } from '../../ui/use-contract-form.ts';

interface FormDialogProps<V extends FieldValues> {
  readonly onClose: () => void;
  readonly title: string;
  readonly text?: string;
  readonly act: string;
  readonly wide?: boolean;
  readonly rules: Readonly<Record<keyof V & string, FieldRule>>;
  readonly defaults: DefaultValues<V>;
  /** Makes the call and throws what it throws; the dialog closes when it has ended. */
  readonly send: (values: V) => Promise<void>;
  readonly children: (form: ContractForm<V>) => ReactNode;
}

/** A small form over the page. It is there while it is rendered. */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { t } = useTranslation('admin');
  const { title, text, wide = false, onClose } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      {...(text !== undefined && { description: text })}
      wide={wide}
      closeLabel={t('close')}
    >
      <Body {...props} />
    </Dialog>
  );
}

function Body<V extends FieldValues>({
  onClose,
  act,
  rules,
  defaults,
  send,
  children,
}: FormDialogProps<V>) {
  const { t } = useTranslation('admin');
  const form = useContractForm<V>({
    rules,
    defaults,
    send: async (values) => {
      await send(values);
      onClose();
    },
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="mt-4">
      <fieldset disabled={form.closed} className="grid min-w-0 gap-3.5">
        {children(form)}
        <FormBanner phase={form.phase} success={null} />
        <div className="flex justify-end gap-2.25">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.closed}>
            {act}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
