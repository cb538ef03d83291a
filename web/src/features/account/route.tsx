import { PURCHASES } from '@rasat/contract';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type SessionInfo, useSession } from '../../api/session/session.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { FavoritesSection } from './favorites-section.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { type Claim, readClaim } from './payment/outcome.ts';
import { PaymentOutcome } from './payment/payment-outcome.tsx';
import { SectionMenu } from './section-menu.tsx';
import { isLearning, readSection, type Section } from './sections.ts';
import { SecuritySection } from './security-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SubscriptionSection } from './subscription-section.tsx';
import { TelegramSection } from './telegram-section.tsx';

const loadLearning = () =>
  import('./education/learning-section.tsx').then((module) => ({
    default: module.LearningSection,
  }));
const LearningSection = lazy(loadLearning);

/** Loads the texts of the page before rendering, and the course texts only for its sections. */
export async function clientLoader({ request }: { readonly request: Request }) {
  const section = readSection(new URL(request.url).searchParams.get('selected'));
  await Promise.all([
    loadTexts('account', 'favorites', 'form', 'payment'),
    ...(isLearning(section) ? [loadTexts('education'), loadLearning()] : []),
  ]);
  return null;
}

/** Renders the account: the menu of sections and the section in the address. */
export default function AccountRoute() {
  const { t } = useTranslation('account');
  const { info } = useSession();
  const [query] = useSearchParams();
  const section = readSection(query.get('selected'));
  const claim = readClaim(query.get('state'));
  const shown = `${section} ${claim ?? ''}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    heading.current?.focus({ preventScroll: true });
  }, [shown]);
  if (!info?.logged) return null;
  const title = section === 'subscription' ? t('subscription.title') : t(`nav.${section}`);
  return (
    <>
      <title>{`${title} · Rasat`}</title>
      <div className="grid max-w-280 gap-x-7 gap-y-3 desk:grid-cols-[208px_minmax(0,1fr)] max-desk:grid-cols-[minmax(0,1fr)] print:block">
        <SectionMenu current={section} info={info} />
        <div className="grid min-w-0 content-start gap-3">
          <h1
            ref={heading}
            tabIndex={-1}
            className="mb-0.5 justify-self-start text-18 font-stretch-[106%] outline-none"
          >
            {title}
          </h1>
          <SectionBody key={shown} section={section} claim={claim} info={info} />
        </div>
      </div>
    </>
  );
}

function SectionBody({
  section,
  claim,
  info,
}: {
  readonly section: Section;
  readonly claim: Claim | null;
  readonly info: SessionInfo;
}) {
  const purchase = PURCHASES.find((one) => one === section);
  if (purchase && claim !== null) return <PaymentOutcome purchase={purchase} claim={claim} />;
  if (isLearning(section)) {
    return (
      <Suspense>
        <LearningSection section={section} info={info} />
      </Suspense>
    );
  }
  switch (section) {
    case 'subscription':
      return <SubscriptionSection info={info} />;
    case 'security':
      return <SecuritySection mail={info.email ?? ''} />;
    case 'favorites':
      return <FavoritesSection />;
    case 'invoices':
      return <InvoicesSection />;
    case 'telegram':
      return <TelegramSection />;
    case 'settings':
      return <SettingsSection id={info.id ?? ''} />;
  }
}
