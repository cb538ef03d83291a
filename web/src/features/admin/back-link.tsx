import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

/** Renders the link from the page of one entry to its list. */
export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-12 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
      {children}
    </Link>
  );
}
