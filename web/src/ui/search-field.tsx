import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';

/** Renders a search or filter field with an icon and a hidden label. */
export function SearchField({
  label,
  icon = 'search',
  className,
  ...input
}: ComponentProps<'input'> & { readonly label: string; readonly icon?: IconName }) {
  return (
    <label
      className={cx(
        'flex min-h-8.5 items-center gap-2 rounded-2 border border-line-ctl bg-s2 px-2.5 text-ink-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-desk:min-h-11.5',
        className,
      )}
    >
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        {...input}
        className="min-h-6 w-full min-w-0 bg-transparent text-13 text-ink outline-none max-desk:text-16 [&::-webkit-search-cancel-button]:hidden"
      />
    </label>
  );
}
