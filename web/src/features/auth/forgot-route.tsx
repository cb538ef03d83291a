import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { Logo } from './auth-frame.tsx';
import { CodeStep, PasswordStep, RequestStep } from './forgot-steps.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('auth', 'form');
  return null;
}

const STEPS = ['stepEmail', 'stepCode', 'stepPassword'] as const;

/** Step of the password reset: mail, code, new password. */
type Progress =
  | { readonly step: 0; readonly email: string }
  | { readonly step: 1; readonly email: string; readonly sentAtMs: number }
  | { readonly step: 2; readonly email: string; readonly token: string };

/** Renders the page for a forgotten password: a code by mail, then a new password, one step at a time. */
export default function ForgotRoute() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const [progress, setProgress] = useState<Progress>({ step: 0, email: '' });
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${t('forgot.title')} · Rasat`}</title>
      <meta name="robots" content="noindex" />
      <header className="flex h-(--topbar) items-center border-b border-line bg-s1 pr-24 pl-4 max-desk:pr-25 max-desk:pl-3">
        <Logo />
        <Link
          to={{ pathname: '/auth/login', search }}
          className="ml-auto flex min-h-11 items-center px-2.5 font-med text-ink-2 hover:text-ink"
        >
          {t('forgot.back')}
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 grid-cols-[minmax(0,380px)] place-content-center p-8 max-desk:grid-cols-1 max-desk:content-start max-desk:p-4"
      >
        <section className="rounded-[10px] border border-line bg-s1 p-6.5 max-desk:px-4 max-desk:py-5">
          <Steps at={progress.step} />
          {progress.step === 0 ? (
            <RequestStep
              email={progress.email}
              onSent={(email) => setProgress({ step: 1, email, sentAtMs: Date.now() })}
            />
          ) : progress.step === 1 ? (
            <CodeStep
              email={progress.email}
              sentAtMs={progress.sentAtMs}
              onRight={(token) => setProgress({ step: 2, email: progress.email, token })}
              onAgain={() => setProgress({ step: 0, email: progress.email })}
            />
          ) : (
            <PasswordStep
              email={progress.email}
              token={progress.token}
              onAgain={() => setProgress({ step: 0, email: progress.email })}
            />
          )}
        </section>
      </main>
    </div>
  );
}

function Steps({ at }: { readonly at: number }) {
  const { t } = useTranslation('auth');
  return (
    <ol
      aria-label={t('forgot.steps')}
      className="flex flex-wrap gap-x-3.5 gap-y-1.5 text-12 text-ink-3"
    >
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cx('flex items-center gap-1.5', index === at && 'font-semi text-ink')}
        >
          <span
            className={cx(
              'num grid size-5 place-items-center rounded-full border text-11',
              index < at
                ? 'border-ok text-ok'
                : index === at
                  ? 'border-primary bg-primary text-on-primary'
                  : 'border-line-ctl',
            )}
          >
            {index < at ? <Icon name="check" size={12} /> : index + 1}
          </span>
          {t(`forgot.${step}`)}
          {index < at ? <span className="sr-only">{t('forgot.stepDone')}</span> : null}
        </li>
      ))}
    </ol>
  );
}
