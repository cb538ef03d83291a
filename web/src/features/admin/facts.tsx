import type { ReactNode } from 'react';

/** Renders a list of names and values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid divide-y divide-line-soft px-3">{children}</dl>;
}

/** Renders a name and its value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8.5 items-center justify-between gap-4 py-1.5">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  );
}
