import { ROUTES } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client/client.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { FormBanner, useFaultText } from '../../ui/form-banner.tsx';
import { HumanCheck } from '../../ui/human-check.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { sessionsQuery } from './calls.ts';
import { SessionsPanel } from './sessions-panel.tsx';

/** Renders the change of the password, and the open sessions. */
export function SecuritySection({ mail }: { readonly mail: string }) {
  return (
    <>
      <PasswordPanel mail={mail} />
      <SessionsPanel />
    </>
  );
}

function PasswordPanel({ mail }: { readonly mail: string }) {
  const { t } = useTranslation('account');
  const { t: hints } = useTranslation('form');
  const faultText = useFaultText();
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const { fields, phase, ref, onSubmit, faultOf, closed } = useContractForm({
    rules: ROUTES.password.body.shape,
    defaults: { oldPassword: '', newPassword: '', challenge: '' },
    send: async (body) => {
      await call('password', { body });
      void client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
    fieldOf: { 'password-not-match': 'oldPassword' },
    onRefused: () => setRound((before) => before + 1),
  });
  return (
    <Panel title={t('password.title')}>
      <form ref={ref} noValidate onSubmit={onSubmit} className="max-w-110 p-4">
        <fieldset disabled={closed} className="grid min-w-0 gap-3.5">
          <FormBanner phase={phase} success={t('password.done')} />
          {/* Tells password managers the account of the new password. */}
          <input type="text" autoComplete="username" value={mail} readOnly hidden />
          <PasswordField
            {...fields.register('oldPassword')}
            label={t('password.old')}
            autoComplete="current-password"
            error={faultText('oldPassword', faultOf('oldPassword'))}
          />
          <PasswordField
            {...fields.register('newPassword')}
            label={t('password.new')}
            hint={hints('passwordHint')}
            autoComplete="new-password"
            error={faultText('newPassword', faultOf('newPassword'))}
          />
          <HumanCheck
            action="password"
            round={round}
            onToken={(token) =>
              fields.setValue('challenge', token ?? '', { shouldValidate: token !== null })
            }
            error={faultText('challenge', faultOf('challenge'))}
          />
          <p className="text-12 leading-mid text-ink-3">{t('password.note')}</p>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={phase.kind === 'pending'}
            className="justify-self-start"
          >
            {t('password.act')}
          </Button>
        </fieldset>
      </form>
    </Panel>
  );
}
