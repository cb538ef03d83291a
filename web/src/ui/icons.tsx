import {
  ArrowDown,
  Bell,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronRight,
  CircleQuestionMark,
  CircleUserRound,
  Clock,
  Columns3,
  Keyboard,
  Languages,
  LayoutGrid,
  List,
  ListFilter,
  MessageSquare,
  Moon,
  RotateCw,
  Rows3,
  Scale,
  Search,
  Star,
  Sun,
  SunMoon,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { ComponentType, SVGProps } from 'react';

/** Renders two candles, the icon of the chart. */
function Candles(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d="M7 3.5v5M7 16v4.5M4.5 8.5h5V16h-5zM17 4v5M17 15v5M14.5 9h5v6h-5z" />
    </svg>
  );
}

/** A component that draws an icon: from the library, or our own. */
type Drawing = ComponentType<SVGProps<SVGSVGElement>>;

const ICONS = {
  account: CircleUserRound,
  alert: TriangleAlert,
  appearance: SunMoon,
  arrowDown: ArrowDown,
  bell: Bell,
  cards: LayoutGrid,
  chart: Candles,
  check: Check,
  chevronDown: ChevronDown,
  chevronRight: ChevronRight,
  clock: Clock,
  close: X,
  dashboard: Columns3,
  filter: ListFilter,
  help: CircleQuestionMark,
  keyboard: Keyboard,
  language: Languages,
  list: List,
  messages: MessageSquare,
  moon: Moon,
  portfolio: Rows3,
  predictor: ChartColumn,
  record: Scale,
  renew: RotateCw,
  search: Search,
  star: Star,
  sun: Sun,
} as const satisfies Record<string, Drawing>;

/** Name of an icon. */
export type IconName = keyof typeof ICONS;

/** Renders an icon, 16 px by default. It is decorative, since every control with an icon also has a name. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  readonly name: IconName;
  readonly size?: 12 | 14 | 16 | 20;
  readonly className?: string;
}) {
  const Drawn: Drawing = ICONS[name];
  return (
    <Drawn
      aria-hidden="true"
      width={size}
      height={size}
      strokeWidth={size === 12 ? 2.4 : 1.6}
      className={`flex-none ${className ?? ''}`}
    />
  );
}

/**
 * Renders a direction: up for buy, down for sell. Drawn, because the font has no such glyph; the word is beside it or
 * in `label`.
 */
export function Triangle({
  up,
  label,
  className,
}: {
  readonly up: boolean;
  readonly label?: string;
  readonly className?: string;
}) {
  const shape = up ? 'tri-up' : 'tri-down';
  return (
    <span
      className={`${shape} ${className ?? ''}`}
      {...(label === undefined
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': label, title: label })}
    />
  );
}

/** Renders the logo: a quadrant with its sighting rule and a star. */
export function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
      className={className ?? 'size-6 text-brass'}
    >
      <path d="M4 20V4a16 16 0 0 1 16 16z" strokeLinejoin="round" />
      <path d="M4 20 16.2 7.8" strokeLinecap="round" />
      <path d="M4 9.5A10.5 10.5 0 0 1 14.5 20" strokeWidth="1" strokeDasharray="1 2.3" />
      <circle cx="17.6" cy="6.4" r="1.7" fill="currentColor" stroke="none" />
    </svg>
  );
}
