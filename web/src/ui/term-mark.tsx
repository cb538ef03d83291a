import type { ComponentProps } from 'react';
import { Icon } from './icons.tsx';

/** Renders the question mark of a term as a button. */
export function TermMark({
  label,
  ...rest
}: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className="-my-1 inline-grid size-6 flex-none place-items-center rounded-2 align-middle text-ink-3 hover:bg-s3 hover:text-ink aria-expanded:bg-s3 aria-expanded:text-ink max-desk:-mx-2.5 max-desk:-my-3 max-desk:size-11 pointer-coarse:-mx-2.5 pointer-coarse:-my-3 pointer-coarse:size-11"
    >
      <Icon name="help" size={14} />
    </button>
  );
}
