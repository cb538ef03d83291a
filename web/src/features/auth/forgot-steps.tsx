import { LIMITS, ROUTES } from '@rasat/contract';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../api/client/client.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form.tsx';
import { FormBanner, useFaultText } from '../../ui/form-banner.tsx';
import { HumanCheck } from '../../ui/human-check.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { useNow } from '../../ui/use-now.ts';
import { CodeCells } from './code-cells.tsx';

/** Time until another code may be requested. */
const AGAIN_AFTER_MS = 60_000;
/** Time for which the success is shown before the redirect. */
const REDIRECT_AFTER_MS = 2500;

function StepHead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h1 className="mt-4 mb-1.5 text-[20px] font-stretch-[108%]">{title}</h1>
      <p className="mb-4.5 text-14 leading-mid break-words text-ink-2">{children}</p>
    </>
  );
}

/** Focuses the first field of a step when it replaces another. */
function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  }, [form]);
}

/** Renders step 1: the mail address. The server’s answer does not reveal whether it has an account. */
export function RequestStep({
  email,
  onSent,
}: {
  readonly email: string;
  readonly onSent: (email: string) => void;
}) {
  const { t } = useTranslation('auth');
  const faultText = useFaultText();
  const [round, setRound] = useState(0);
  const { fields, phase, mended, ref, onSubmit, faultOf, closed } = useContractForm({
    rules: ROUTES.forgotRequest.body.shape,
    defaults: { email, challenge: '' },
    send: async (body) => {
      await call('forgotRequest', { body });
      onSent(body.email.trim());
    },
    onRefused: () => setRound((before) => before + 1),
  });
  return (
    <>
      <StepHead title={t('forgot.requestTitle')}>{t('forgot.requestText')}</StepHead>
      <form ref={ref} noValidate onSubmit={onSubmit}>
        <fieldset disabled={closed} className="grid min-w-0 gap-3.5">
          <Field
            {...fields.register('email')}
            label={t('fields.email')}
            type="email"
            autoComplete="username"
            error={faultText('email', faultOf('email'))}
          />
          <HumanCheck
            action="forgot"
            round={round}
            onToken={(token) =>
              fields.setValue('challenge', token ?? '', { shouldValidate: token !== null })
            }
            error={faultText('challenge', faultOf('challenge'))}
          />
          {mended ? null : <FormBanner phase={phase} success={null} />}
          <Button type="submit" variant="primary" size="lg" busy={closed}>
            {t('forgot.requestAct')}
          </Button>
        </fieldset>
      </form>
    </>
  );
}

/** Renders step 2: the mailed code. Another one can be requested after a minute. */
export function CodeStep({
  email,
  sentAtMs,
  onRight,
  onAgain,
}: {
  readonly email: string;
  readonly sentAtMs: number;
  readonly onRight: (token: string) => void;
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation('auth');
  const faultText = useFaultText();
  const { email: mailRule, token } = ROUTES.forgotValidate.body.shape;
  const { fields, phase, mended, ref, onSubmit, faultOf, closed } = useContractForm({
    rules: { email: mailRule, token },
    defaults: { email, token: '' },
    send: async (body) => {
      await call('forgotValidate', { body });
      onRight(body.token.trim());
    },
    fieldOf: { 'token-not-match-400': 'token' },
  });
  useFirstField(ref);
  const { onChange, ...code } = fields.register('token');
  return (
    <>
      <StepHead title={t('forgot.codeTitle')}>
        {t('forgot.codeText', { email, count: LIMITS.resetMinutes })}
      </StepHead>
      <form ref={ref} noValidate onSubmit={onSubmit}>
        <fieldset disabled={closed} className="grid min-w-0 gap-3.5">
          <CodeCells
            {...code}
            onChange={(event) => {
              // A pasted text may have spaces and quotes around the code; the limit applies without them.
              event.target.value = event.target.value
                .replace(/[^0-9a-z]/gi, '')
                .toUpperCase()
                .slice(0, LIMITS.resetToken);
              void onChange(event);
            }}
            value={fields.watch('token')}
            label={t('forgot.codeField')}
            error={faultText('token', faultOf('token'))}
          />
          {mended ? null : <FormBanner phase={phase} success={null} />}
          <Button type="submit" variant="primary" size="lg" busy={closed}>
            {t('forgot.codeAct')}
          </Button>
          <Again sentAtMs={sentAtMs} onAgain={onAgain} />
        </fieldset>
      </form>
    </>
  );
}

function Again({ sentAtMs, onAgain }: { readonly sentAtMs: number; readonly onAgain: () => void }) {
  const { t } = useTranslation('auth');
  const leftMs = sentAtMs + AGAIN_AFTER_MS - useNow();
  if (leftMs <= 0) {
    return <AgainButton onAgain={onAgain} />;
  }
  const seconds = Math.min(Math.ceil(leftMs / 1000), AGAIN_AFTER_MS / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className="num flex min-h-6 items-center text-12 whitespace-normal text-ink-3">
      {t('forgot.againIn', { time })}
    </p>
  );
}

function AgainButton({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('auth');
  return (
    <button type="button" onClick={onAgain} className="link justify-self-start text-12 text-ink-2">
      {t('forgot.again')}
    </button>
  );
}

/** Renders step 3: the new password; then redirects to the sign-in. */
export function PasswordStep({
  email,
  token,
  onAgain,
}: {
  readonly email: string;
  readonly token: string;
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation('auth');
  const { t: hints } = useTranslation('form');
  const faultText = useFaultText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { fields, phase, mended, ref, onSubmit, faultOf, closed } = useContractForm({
    rules: { password: ROUTES.forgotReset.body.shape.password },
    defaults: { password: '' },
    send: async ({ password }) => {
      await call('forgotReset', { body: { email, token, password } });
    },
  });
  useFirstField(ref);
  const done = phase.kind === 'success';
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(
      () => void navigate({ pathname: '/auth/login', search }),
      REDIRECT_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [done, navigate, search]);
  return (
    <>
      <StepHead title={t('forgot.passwordTitle')}>{t('forgot.passwordText')}</StepHead>
      <form ref={ref} noValidate onSubmit={onSubmit}>
        <fieldset disabled={closed} className="grid min-w-0 gap-3.5">
          {/* Password managers file the new password under the account. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...fields.register('password')}
            label={t('forgot.passwordField')}
            hint={hints('passwordHint')}
            autoComplete="new-password"
            error={faultText('password', faultOf('password'))}
          />
          {mended ? null : <FormBanner phase={phase} success={t('forgot.done')} />}
          <Button type="submit" variant="primary" size="lg" busy={phase.kind === 'pending'}>
            {t('forgot.passwordAct')}
          </Button>
          {phase.kind === 'error' && phase.code === 'token-not-match-400' ? (
            <AgainButton onAgain={onAgain} />
          ) : null}
        </fieldset>
      </form>
    </>
  );
}
