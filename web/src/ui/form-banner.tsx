import type { ReactNode } from 'react';
import { useErrorText, useTranslation } from '../i18n/index.ts';
import { FormStatus } from './form.tsx';
import type { FormPhase } from './use-contract-form.ts';

/**
 * Renders the banner of a form: a warning while it is sent, its success, or the code of its failure with an
 * explanation.
 */
export function FormBanner({
  phase,
  success,
  successCode,
}: {
  readonly phase: FormPhase;
  readonly success: ReactNode;
  readonly successCode?: string;
}) {
  const { t } = useTranslation('form');
  const errorText = useErrorText();
  switch (phase.kind) {
    case 'open':
      return null;
    case 'pending':
      return <FormStatus kind="pending">{t('pending')}</FormStatus>;
    case 'success':
      return (
        <FormStatus kind="success" {...(successCode === undefined ? {} : { code: successCode })}>
          {success}
        </FormStatus>
      );
    case 'error':
      return (
        <FormStatus kind="error" code={phase.code}>
          {errorText(phase.code)}
        </FormStatus>
      );
  }
}

/**
 * Returns a function that gives the sentence under a field, by the field's name and the code of its fault; null without
 * one.
 */
export function useFaultText(): (field: string, code: string | null) => string | null {
  const { t } = useTranslation('form');
  return (field, code) => {
    // The banner already explains a wrong code.
    if (code === null || code === 'token-not-match-400') return null;
    if (code === 'user-exists-400') return t('fault.known');
    if (code === 'password-not-match') return t('fault.wrongPassword');
    switch (field) {
      case 'email':
      case 'identity':
      case 'gsm':
      case 'country':
      case 'token':
      case 'code':
      case 'challenge':
        return t(`fault.${field}`);
      case 'password':
      case 'oldPassword':
      case 'newPassword':
        // The server uses another code for a weak password than for one of invalid length.
        return t(code === 'bad-fields-400' ? 'fault.weakPassword' : 'fault.password');
      default:
        return t('fault.required');
    }
  };
}
