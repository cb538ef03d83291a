import {
  BookOpen,
  CircleHelp,
  CirclePlay,
  CreditCard,
  FileText,
  Lock,
  LogOut,
  type LucideIcon,
  ReceiptText,
  Send,
  SlidersHorizontal,
  Star,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { type SessionInfo, useSignOut } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { SECTIONS, type Section } from './sections.ts';

const ICONS: Readonly<Record<Section, LucideIcon>> = {
  subscription: CreditCard,
  security: Lock,
  education: BookOpen,
  videos: CirclePlay,
  question: CircleHelp,
  homework: FileText,
  favorites: Star,
  invoices: ReceiptText,
  telegram: Send,
  settings: SlidersHorizontal,
};
const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;
const ITEM =
  'flex min-h-9 w-full items-center gap-2.5 rounded-2 px-2.5 font-med text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11';

/** Renders the person's name, the sections and sign-out; on a phone only the sections, in a row that scrolls. */
export function SectionMenu({
  current,
  info,
}: {
  readonly current: Section;
  readonly info: SessionInfo;
}) {
  const { t } = useTranslation('account');
  const { t: shell } = useTranslation('shell');
  const signOut = useSignOut();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>(`[data-section="${current}"]`);
    const list = row.current;
    if (!chip || !list) return;
    // `scrollIntoView` would also scroll the page.
    list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2;
  }, [current]);
  return (
    <div className="min-w-0">
      <div className="px-2.5 pb-3.5 max-desk:hidden print:block print:px-0">
        <p translate="no" className="truncate text-14 font-semi">
          {`${info.name ?? ''} ${info.surname ?? ''}`}
        </p>
        <p translate="no" className="lbl truncate">
          {info.email}
        </p>
      </div>
      <nav aria-label={t('sections')} className="print:hidden">
        <ul
          ref={row}
          className="no-bar relative max-desk:-mx-3 max-desk:flex max-desk:gap-1.5 max-desk:overflow-x-auto max-desk:px-3 max-desk:py-0.5"
        >
          {SECTIONS.map((section) => {
            const ItemIcon = ICONS[section];
            return (
              <li key={section} data-section={section} className="max-desk:flex-none">
                <Link
                  to={`?selected=${section}`}
                  aria-current={section === current ? 'page' : undefined}
                  className={`${ITEM} whitespace-nowrap aria-[current=page]:bg-s3 aria-[current=page]:text-ink max-desk:min-h-11 max-desk:border max-desk:border-line`}
                >
                  <ItemIcon {...ICON} fill={section === 'favorites' ? 'currentColor' : 'none'} />
                  {t(`nav.${section}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <button
        type="button"
        onClick={signOut}
        className={`${ITEM} mt-2.5 max-desk:hidden print:hidden`}
      >
        <LogOut {...ICON} />
        {shell('user.signOut')}
      </button>
    </div>
  );
}
