import { ROUTES } from '@rasat/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ANY_VALUE } from '../../ui/field-rules.ts';
import { Field } from '../../ui/form.tsx';
import { CODE_FIELD_OF, CODE_RULE, CodeField } from './code-field.tsx';
import { FormBody } from './form-dialog.tsx';

/** Fields of a confirmation. */
export interface Confirmation {
  /** The reason; empty where none is asked. */
  readonly reason: string;
  /** A fresh code of the authenticator. */
  readonly code: string;
}

const REASON_RULE = ROUTES.adminRefund.body.shape.reason;

/**
 * Asks for a fresh code, and for a reason when one is stored, before an action that moves money or a right or cannot be
 * undone. States the consequences and closes after the call. `onConfirm` makes the call and throws its error.
 */
export function CodeDialog({
  open,
  onOpenChange,
  title,
  text,
  act,
  asksReason = true,
  danger = true,
  onConfirm,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly asksReason?: boolean;
  readonly danger?: boolean;
  readonly onConfirm: (confirmation: Confirmation) => Promise<void>;
  /** Further fields, above the reason and the code. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('admin');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      closeLabel={t('close')}
    >
      {open ? (
        <CodeForm
          act={act}
          asksReason={asksReason}
          danger={danger}
          onClose={() => onOpenChange(false)}
          onConfirm={onConfirm}
        >
          {children}
        </CodeForm>
      ) : null}
    </Dialog>
  );
}

function CodeForm({
  act,
  asksReason,
  danger,
  onClose,
  onConfirm,
  children,
}: {
  readonly act: string;
  readonly asksReason: boolean;
  readonly danger: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (confirmation: Confirmation) => Promise<void>;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('admin');
  const { t: faults } = useTranslation('form');
  return (
    <FormBody<Confirmation>
      onClose={onClose}
      act={act}
      danger={danger}
      rules={{ reason: asksReason ? REASON_RULE : ANY_VALUE, code: CODE_RULE }}
      defaults={{ reason: '', code: '' }}
      send={({ reason, code }) => onConfirm({ reason: reason.trim(), code })}
      fieldOf={CODE_FIELD_OF}
    >
      {(form) => (
        <>
          {children}
          {asksReason ? (
            <Field
              {...form.fields.register('reason')}
              label={t('reason')}
              hint={t('reasonHint')}
              error={form.faultOf('reason') === null ? null : faults('fault.required')}
            />
          ) : null}
          <CodeField form={form} />
        </>
      )}
    </FormBody>
  );
}
