import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  BookOpen,
  CandlestickChart,
  ClipboardList,
  CreditCard,
  FileText,
  HelpCircle,
  type LucideIcon,
  MessageSquare,
  PanelTop,
  ScrollText,
  User,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { healthQuery } from '../../api/calls/health.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { LogoMark } from '../../ui/icons.tsx';
import { learnServerTime } from '../../ui/use-now.ts';
import { type AdminSummary, summaryQuery } from './calls.ts';
import { findSection, SECTIONS, type Section } from './sections.ts';

const ICONS: Readonly<Record<Section, LucideIcon>> = {
  people: User,
  orders: ClipboardList,
  messages: MessageSquare,
  questions: HelpCircle,
  homework: FileText,
  lessons: BookOpen,
  prices: CreditCard,
  symbols: CandlestickChart,
  feeds: Activity,
  site: PanelTop,
  audit: ScrollText,
};
const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;

/** Renders the back office: its sections at the side, or on a phone in a scrollable row, and the page. */
export function AdminFrame({
  tools,
  children,
}: {
  /** Choice of theme and language, and the menu of the signed-in person. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('admin');
  const { t: shell } = useTranslation('shell');
  const { data: health, dataUpdatedAt } = useQuery(healthQuery());
  useEffect(() => {
    // Due times and ages are computed with the server's clock.
    if (health) learnServerTime(health.serverTime, dataUpdatedAt);
  }, [health, dataUpdatedAt]);
  return (
    <div className="grid min-h-dvh desk:grid-cols-[216px_minmax(0,1fr)] max-desk:grid-cols-[minmax(0,1fr)] max-desk:grid-rows-[auto_1fr]">
      <a
        href="#main"
        className="sr-only rounded-2 bg-s3 px-3 py-2 elev-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-palette)"
      >
        {shell('skip')}
      </a>
      <header className="flex min-w-0 flex-col border-line bg-s1 desk:sticky desk:top-0 desk:h-dvh desk:overflow-y-auto desk:border-r desk:px-2.5 desk:py-3 max-desk:border-b print:hidden">
        <div className="flex items-center justify-between max-desk:pr-1.5 max-desk:pl-3 desk:px-2 desk:pb-3">
          <Link
            to="/dashboard"
            aria-label={`Rasat, ${t('toSite')}`}
            className="flex min-h-8 items-center gap-2.25 max-desk:min-h-11"
          >
            <LogoMark />
            <span
              translate="no"
              className="text-[17px] font-[680] tracking-[-.015em] font-stretch-[118%]"
            >
              Rasat
            </span>
          </Link>
          <div className="flex items-center desk:hidden">{tools}</div>
        </div>
        <p className="lbl px-2.5 pb-1.5 max-desk:hidden">{t('title')}</p>
        <SectionList />
        <div className="mt-auto flex items-center pt-3 max-desk:hidden">{tools}</div>
      </header>
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}

function SectionList() {
  const { t } = useTranslation('admin');
  const { pathname } = useLocation();
  const current = findSection(pathname);
  const { data: summary } = useQuery(summaryQuery());
  // The row becomes longer when the counts are loaded.
  const counted = summary !== undefined;
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: places change with the counts
  useEffect(() => {
    const list = row.current;
    const chip = list?.querySelector<HTMLElement>(`[data-section="${current ?? ''}"]`);
    // `scrollIntoView` would also scroll the page.
    if (list && chip) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2;
  }, [current, counted]);
  return (
    <nav aria-label={t('sections')}>
      <ul
        ref={row}
        className="no-bar relative grid gap-px max-desk:flex max-desk:gap-1 max-desk:overflow-x-auto max-desk:px-2 max-desk:py-1.5"
      >
        {SECTIONS.map((section) => (
          <li key={section} data-section={section} className="max-desk:flex-none">
            <SectionLink section={section} current={section === current} summary={summary} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionLink({
  section,
  current,
  summary,
}: {
  readonly section: Section;
  readonly current: boolean;
  readonly summary: AdminSummary | undefined;
}) {
  const { t } = useTranslation('admin');
  const { count } = useFormats();
  const Drawn = ICONS[section];
  const waiting = summary ? (COUNTS[section]?.(summary) ?? 0) : 0;
  return (
    <Link
      to={`/admin/${section}`}
      aria-current={current ? 'page' : undefined}
      className="flex min-h-8.5 items-center gap-2.5 rounded-2 px-2.5 font-med whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-s3 aria-[current=page]:text-ink max-desk:min-h-11"
    >
      <Drawn {...ICON} />
      {t(`nav.${section}`)}
      {waiting > 0 ? (
        <span className="num ml-auto pl-2 text-11 text-ink-3">
          {count(waiting)}
          {section === 'people' ? null : (
            <span className="sr-only">{t('waiting', { count: waiting })}</span>
          )}
        </span>
      ) : null}
    </Link>
  );
}

/** Count beside a section: of people, in other sections of waiting entries. */
const COUNTS: Readonly<Partial<Record<Section, (summary: AdminSummary) => number>>> = {
  people: ({ people }) => people.registered,
  orders: ({ waiting }) => waiting.orders,
  questions: ({ waiting }) => waiting.questions,
  homework: ({ waiting }) => waiting.homework,
};
