import './human-check.css';
import 'altcha/external';
import { LIMITS, ROUTES } from '@rasat/contract';
import solver from 'altcha/workers/pbkdf2?url';
import { useEffect, useId, useRef, useState } from 'react';
import { useLanguage, useTranslation } from '../i18n/index.ts';
import { FieldFault } from './form.tsx';
import type { HumanCheckProps } from './human-check-props.ts';

type Phase = 'unverified' | 'verifying' | 'verified' | 'error' | 'expired';

/** A solution is withdrawn before the server would refuse it. */
const VALID_MS = LIMITS.challengeMinutes * 60_000 - 20_000;

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Worker(solver));

/** Renders the widget of the human check in the product's design and language. */
export function HumanWidget({ action, onToken, round, error }: HumanCheckProps) {
  const { t } = useTranslation('form');
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const widget = useRef<HTMLElementTagNameMap['altcha-widget'] | null>(null);
  const take = useRef(onToken);
  const [phase, setPhase] = useState<Phase>('unverified');
  const messageId = useId();
  useEffect(() => {
    take.current = onToken;
  }, [onToken]);

  useEffect(() => {
    const known = $altcha.i18n.get('en') ?? {};
    $altcha.i18n.set(language, {
      ...known,
      label: t('human.label'),
      verifying: t('human.verifying'),
      verified: t('human.verified'),
      waitAlert: t('human.wait'),
      verificationRequired: t('human.required'),
      error: t('human.failed'),
      expired: t('human.expired'),
    });
    widget.current?.setAttribute('language', language);
  }, [language, t]);

  useEffect(() => {
    const made = document.createElement('altcha-widget');
    made.setAttribute('language', document.documentElement.lang);
    made.setAttribute('challenge', `/api${ROUTES.challenge.path.replace(':action', action)}`);
    made.setAttribute(
      'configuration',
      JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false }),
    );
    let expiry: ReturnType<typeof setTimeout> | undefined;
    made.addEventListener('statechange', (event) => {
      const { state, payload } = (event as CustomEvent<{ state: Phase; payload: string | null }>)
        .detail;
      clearTimeout(expiry);
      // The reset after an expiry keeps the message that the solution expired.
      setPhase((before) => (state === 'unverified' && before === 'expired' ? before : state));
      take.current(state === 'verified' ? payload : null);
      if (state !== 'verified') return;
      expiry = setTimeout(() => {
        // A completed form needs no other solution.
        if (made.closest('fieldset')?.disabled) return;
        made.reset();
        setPhase('expired');
      }, VALID_MS);
    });
    host.current?.append(made);
    widget.current = made;
    return () => {
      clearTimeout(expiry);
      made.remove();
      widget.current = null;
    };
  }, [action]);

  const solved = useRef(round);
  useEffect(() => {
    if (solved.current === round) return;
    solved.current = round;
    setPhase('unverified');
    widget.current?.reset();
  }, [round]);

  const fault = phase === 'error' || phase === 'expired' ? phase : null;
  const message =
    fault === null ? (error ?? null) : t(fault === 'error' ? 'human.failed' : 'human.expired');
  useEffect(() => {
    const box = host.current?.querySelector('input[type="checkbox"]');
    if (message === null) {
      box?.removeAttribute('aria-invalid');
      box?.removeAttribute('aria-describedby');
    } else {
      box?.setAttribute('aria-invalid', 'true');
      box?.setAttribute('aria-describedby', messageId);
    }
  }, [message, messageId]);

  return (
    <>
      <div ref={host} aria-busy={phase === 'verifying' || undefined} className="min-h-13" />
      <span role="status" className="sr-only">
        {phase === 'verifying' ? t('human.verifying') : null}
        {phase === 'verified' ? t('human.verified') : null}
      </span>
      {message === null ? null : (
        <FieldFault id={messageId} className="mt-1.25">
          {message}
        </FieldFault>
      )}
    </>
  );
}
