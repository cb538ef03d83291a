import { ROUTES } from '@rasat/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ANY_VALUE } from '../../ui/field-rules.ts';
import { Field } from '../../ui/form.tsx';
import { FormBody } from './form-dialog.tsx';

/** What is asked before money or a right moves. */
export interface Confirmation {
  /** Why; empty where no reason is asked. */
  readonly reason: string;
  /** A fresh code of the authenticator. */
  readonly code: string;
}

const RULES = ROUTES.adminRefund.body.shape;

/**
 * Asks for a reason and a fresh code before an act that moves money or a right, says what will happen, and closes when it
 * has. `onConfirm` makes the call and throws what it throws.
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
  /** Further fields, above. */
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
  const codeText = (fault: string | null): string | null => {
    if (fault === null) return null;
    return fault === 'token-not-match-400' ? t('codeWrong') : faults('fault.code');
  };
  return (
    <FormBody<Confirmation>
      onClose={onClose}
      act={act}
      danger={danger}
      rules={{ reason: asksReason ? RULES.reason : ANY_VALUE, code: RULES.code }}
      defaults={{ reason: '', code: '' }}
      send={({ reason, code }) => onConfirm({ reason: reason.trim(), code })}
      fieldOf={{ 'token-not-match-400': 'code' }}
    >
      {({ fields, faultOf }) => (
        <>
          {children}
          {asksReason ? (
            <Field
              {...fields.register('reason')}
              label={t('reason')}
              hint={t('reasonHint')}
              error={faultOf('reason') === null ? null : faults('fault.required')}
            />
          ) : null}
          <Field
            {...fields.register('code')}
            label={t('code')}
            hint={t('codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className="num tracking-[.2em]"
            error={codeText(faultOf('code'))}
          />
        </>
      )}
    </FormBody>
  );
}
