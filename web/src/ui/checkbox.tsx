import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** Renders a checkbox with its sentence beside it. */
export function Checkbox({
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { readonly children: ReactNode }) {
  return (
    <label className="flex items-start gap-2.5 text-13 leading-mid text-ink-2 min-h-6 pointer-coarse:min-h-11">
      <span className="relative mt-px grid size-4.5 flex-none place-items-center max-desk:size-5.5">
        <input
          type="checkbox"
          {...input}
          className="peer absolute inset-0 m-0 size-full appearance-none rounded-[4px] border-[1.5px] border-line-ctl bg-s2 checked:border-primary checked:bg-primary aria-invalid:border-bad"
        />
        <Icon
          name="check"
          size={12}
          className="pointer-events-none relative hidden text-on-primary peer-checked:block"
        />
      </span>
      <span className="max-desk:pt-0.5">{children}</span>
    </label>
  );
}
