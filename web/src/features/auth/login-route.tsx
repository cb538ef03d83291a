import { ROUTES } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '../../api/client/client.ts';
import { readSession, useSession } from '../../api/session/session.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form.tsx';
import { FormBanner, useFaultText } from '../../ui/form-banner.tsx';
import { HumanCheck } from '../../ui/human-check.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import { Totp } from './totp.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('auth', 'form');
  return null;
}

/** Renders the sign-in, with a second step for administrators. The route’s guard redirects once the session is signed in. */
export default function LoginRoute() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const { info } = useSession();
  const totp = info?.totp ?? null;
  if (totp !== null) return <Totp step={totp} />;
  return (
    <AuthFrame
      asideTitle={t('login.asideTitle')}
      asideText={t('login.asideText')}
      title={t('login.title')}
      lead={
        <>
          {t('login.noAccount')}{' '}
          <Link to={{ pathname: '/auth/register', search }} className="link text-ink">
            {t('login.toRegister')}
          </Link>
        </>
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}

/** Returns the mail address that the registration page passed on; empty without one. */
function readMail(state: unknown): string {
  const mail: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'email') : null;
  return typeof mail === 'string' ? mail : '';
}

function LoginForm() {
  const { t } = useTranslation('auth');
  const { search, state } = useLocation();
  const faultText = useFaultText();
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const { fields, phase, ref, onSubmit, faultOf, closed } = useContractForm({
    rules: ROUTES.login.body.shape,
    defaults: { email: readMail(state), password: '', challenge: '' },
    send: async (body) => {
      await call('login', { body });
      await readSession(client);
    },
    fieldOf: { 'password-not-match': 'password' },
    onRefused: () => setRound((before) => before + 1),
  });
  return (
    <form ref={ref} noValidate onSubmit={onSubmit}>
      <fieldset disabled={closed} className="grid min-w-0 gap-3.75">
        {phase.kind === 'error' ? <FormBanner phase={phase} success={null} /> : null}
        <Field
          {...fields.register('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          error={faultText('email', faultOf('email'))}
        />
        <PasswordField
          {...fields.register('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          error={faultText('password', faultOf('password'))}
        />
        <HumanCheck
          action="login"
          round={round}
          onToken={(token) =>
            fields.setValue('challenge', token ?? '', { shouldValidate: token !== null })
          }
          error={faultText('challenge', faultOf('challenge'))}
        />
        {phase.kind === 'pending' ? <FormBanner phase={phase} success={null} /> : null}
        <Button type="submit" variant="primary" size="lg" busy={closed}>
          {t('login.act')}
        </Button>
        <Link
          to={{ pathname: '/auth/forgot', search }}
          className="link justify-self-start text-ink-2"
        >
          {t('login.forgot')}
        </Link>
      </fieldset>
    </form>
  );
}
