import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';

/** An option of a multi-select: its label, and the number of rows it would show. */
export interface MultiChoice {
  readonly value: string;
  readonly label: ReactNode;
  /** The label as plain text, for the keyboard's type-ahead. */
  readonly text: string;
  readonly count?: string;
}

/** Properties of a multi-select. */
export interface MultiSelectProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: readonly string[];
  readonly choices: readonly MultiChoice[];
  readonly onChange: (value: string[]) => void;
  readonly renderChosen: (value: string) => ReactNode;
  readonly className?: string;
}

/** Returns the classes of the button. */
export function multiSelectClass(className: string | undefined): string {
  return cx(
    'flex min-h-8.5 items-center gap-1.5 rounded-2 border border-line-ctl bg-s2 py-1 pr-2 pl-1.5 text-left max-desk:min-h-11.5 max-desk:text-16',
    className,
  );
}

/** Renders the content of the button: the chosen options, or the placeholder. */
export function MultiSelectFace({ value, placeholder, renderChosen }: MultiSelectProps) {
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
        {value.length === 0 ? (
          <span className="pl-1 text-ink-3">{placeholder}</span>
        ) : (
          value.map((chosen) => <span key={chosen}>{renderChosen(chosen)}</span>)
        )}
      </span>
      <Icon name="chevronDown" size={14} className="text-ink-2" />
    </>
  );
}
