import { Select } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';

/** One entry of a multi-select: what stands in the list, and how many rows it would show. */
export interface MultiChoice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** The name without markup, for the keyboard's type-ahead. */
  readonly text: string;
  readonly count?: string;
}

/** A list box of several choices behind one button; the button shows what is chosen. */
export function MultiSelect<T extends string>({
  label,
  placeholder,
  value,
  choices,
  onChange,
  renderChosen,
  className,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: readonly T[];
  readonly choices: readonly MultiChoice<T>[];
  readonly onChange: (value: T[]) => void;
  readonly renderChosen: (value: T) => ReactNode;
  readonly className?: string;
}) {
  return (
    <Select.Root multiple value={[...value]} onValueChange={(chosen: T[]) => onChange(chosen)}>
      <Select.Trigger
        aria-label={label}
        className={cx(
          'flex min-h-8.5 items-center gap-1.5 rounded-2 border border-line-ctl bg-s2 py-1 pr-2 pl-1.5 text-left max-desk:min-h-11.5 max-desk:text-16',
          className,
        )}
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
          {value.length === 0 ? (
            <span className="pl-1 text-ink-3">{placeholder}</span>
          ) : (
            value.map((chosen) => <span key={chosen}>{renderChosen(chosen)}</span>)
          )}
        </span>
        <Icon name="chevronDown" size={14} className="text-ink-2" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          alignItemWithTrigger={false}
          sideOffset={6}
          className="z-(--z-pop) outline-none"
        >
          <Select.Popup className="min-w-(--anchor-width) rounded-3 bg-pop p-1.25 elev-2">
            <Select.List aria-label={label} className="outline-none">
              {choices.map((choice) => (
                <Select.Item
                  key={choice.value}
                  value={choice.value}
                  label={choice.text}
                  className="group flex min-h-8.5 cursor-default items-center gap-2.25 rounded-2 px-2 outline-none select-none data-highlighted:bg-sel pointer-coarse:min-h-11"
                >
                  <span className="grid size-4 flex-none place-items-center rounded-[4px] border-[1.5px] border-line-ctl bg-s2 text-on-primary group-data-selected:border-primary group-data-selected:bg-primary">
                    <Select.ItemIndicator>
                      <Icon name="check" size={12} />
                    </Select.ItemIndicator>
                  </span>
                  <Select.ItemText className="flex items-center gap-1.5 text-12 font-med">
                    {choice.label}
                  </Select.ItemText>
                  {choice.count === undefined ? null : (
                    <span className="num ml-auto pl-4 text-12 text-ink-3">{choice.count}</span>
                  )}
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
