import type { ReactNode } from 'react';

/** Renders names and values, one pair below the other. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [key: string, name: string, value: ReactNode])[];
}) {
  return (
    <dl className="px-3 py-2">
      {facts.map(([key, name, value]) => (
        <div
          key={key}
          className="flex min-h-8.5 items-center justify-between gap-4 border-b border-line-soft last:border-b-0"
        >
          <dt className="min-w-0 text-12 text-ink-2">{name}</dt>
          <dd className="num flex-none text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
