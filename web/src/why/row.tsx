import type { ReactNode } from 'react';

/** Renders a row of a list of facts: its name at the left, its value at the right. */
export function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3 first-letter:uppercase">{label}</dt>
      <dd className="text-right whitespace-normal">{children}</dd>
    </>
  );
}
