import { ROUTES } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../api/client/client.ts';
import { readSession, type SessionInfo, useSignOut } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form.tsx';
import { FormBanner, useFaultText } from '../../ui/form-banner.tsx';
import { Load } from '../../ui/load.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { AuthFrame } from './auth-frame.tsx';

/**
 * Renders the second step for an administrator: at the first sign-in with the secret for the authenticator, then the
 * code alone.
 */
export function Totp({ step }: { readonly step: NonNullable<SessionInfo['totp']> }) {
  const { t } = useTranslation('auth');
  const enrols = step === 'enrol';
  return (
    <AuthFrame
      asideTitle={t('login.asideTitle')}
      asideText={t('login.asideText')}
      title={enrols ? t('totp.enrolTitle') : t('totp.title')}
      lead={enrols ? t('totp.enrolText') : t('totp.codeText')}
    >
      <div className="grid gap-5">
        {enrols ? <Secret /> : null}
        <CodeForm />
      </div>
    </AuthFrame>
  );
}

const CODE_LENGTH = 6;

function CodeForm() {
  const { t } = useTranslation('auth');
  const faultText = useFaultText();
  const client = useQueryClient();
  const signOut = useSignOut();
  const { fields, phase, mended, ref, onSubmit, faultOf, closed } = useContractForm({
    rules: ROUTES.totp.body.shape,
    defaults: { code: '' },
    send: async (body) => {
      await call('totp', { body });
      await readSession(client);
    },
    fieldOf: { 'token-not-match-400': 'code' },
  });
  const { onChange, ...code } = fields.register('code');
  return (
    <form ref={ref} noValidate onSubmit={onSubmit}>
      <fieldset disabled={closed} className="grid min-w-0 gap-3.75">
        <Field
          {...code}
          onChange={(event) => {
            // Authenticators show the code in two groups, and some people copy the blank.
            event.target.value = event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
            void onChange(event);
          }}
          label={t('totp.field')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="num tracking-[.2em]"
          error={faultText('code', faultOf('code'))}
        />
        {mended ? null : <FormBanner phase={phase} success={null} />}
        <Button type="submit" variant="primary" size="lg" busy={closed}>
          {t('totp.act')}
        </Button>
        <Button variant="quiet" onClick={signOut}>
          {t('totp.signOut')}
        </Button>
      </fieldset>
    </form>
  );
}

/** Shows the secret as a QR code and as text. It is requested once, because another request would replace it. */
function Secret() {
  const { t } = useTranslation('auth');
  const query = useQuery({
    queryKey: ['totp-secret'],
    queryFn: () => call('totpSecret'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Load query={query} failed={t('totp.secretFailed')} skeleton={<Bone className="size-44" />}>
      {({ secret, uri }) => (
        <div className="grid gap-3">
          <QrCode text={uri} label={t('totp.qr')} />
          <p className="text-12 text-ink-2">{t('totp.secret')}</p>
          <SecretText secret={secret} />
        </div>
      )}
    </Load>
  );
}

const QUIET_ZONE = 4;

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: QUIET_ZONE });
    const dark = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: dark.join('') };
  }, [text]);
  return (
    // Scanners need a dark code on a light ground in every theme.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-2 bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}

const COPIED_MS = 2000;

function SecretText({ secret }: { readonly secret: string }) {
  const { t } = useTranslation('auth');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code
        translate="no"
        className="rounded-2 border border-line bg-s2 px-2.5 py-1.5 font-sans text-14 tracking-wide break-all"
      >
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </code>
      <Button
        size="sm"
        onClick={() => {
          navigator.clipboard.writeText(secret).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        {copied ? t('totp.copied') : t('totp.copy')}
      </Button>
    </div>
  );
}
