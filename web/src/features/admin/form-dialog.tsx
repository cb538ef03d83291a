import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { FieldRule } from '../../ui/field-rules.ts';
import { FormBanner } from '../../ui/form-banner.tsx';
import { type ContractForm, useContractForm } from '../../ui/use-contract-form.ts';

interface FormBodyProps<V extends FieldValues> {
  readonly onClose: () => void;
  readonly act: string;
  readonly danger?: boolean;
  readonly rules: Readonly<Record<keyof V & string, FieldRule>>;
  readonly defaults: DefaultValues<V>;
  /** Makes the call; the dialog closes after success and shows an error. */
  readonly send: (values: V) => Promise<void>;
  /** Field of each error code. */
  readonly fieldOf?: Readonly<Record<string, keyof V & string>>;
  readonly children: (form: ContractForm<V>) => ReactNode;
}

interface FormDialogProps<V extends FieldValues> extends FormBodyProps<V> {
  readonly title: string;
  readonly text?: string;
  readonly wide?: boolean;
}

/** Renders a small form in a dialog that is open while it is mounted. */
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
      <FormBody {...props} />
    </Dialog>
  );
}

/** Renders the fields of a dialog and its two buttons. */
export function FormBody<V extends FieldValues>({
  onClose,
  act,
  danger = false,
  rules,
  defaults,
  send,
  fieldOf,
  children,
}: FormBodyProps<V>) {
  const { t } = useTranslation('admin');
  const form = useContractForm<V>({
    rules,
    defaults,
    send: async (values) => {
      await send(values);
      onClose();
    },
    ...(fieldOf && { fieldOf }),
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="mt-4">
      <fieldset disabled={form.closed} className="grid min-w-0 gap-3.5">
        {children(form)}
        <FormBanner phase={form.phase} success={null} />
        <div className="flex justify-end gap-2.25">
          <Button onClick={onClose} className="max-desk:min-h-11">
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={form.closed}
            className="max-desk:min-h-11"
          >
            {act}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
