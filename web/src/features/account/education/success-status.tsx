import { type ReactNode, useEffect, useRef } from 'react';
import { FormStatus } from '../../../ui/form.tsx';

/** What was done, in the place of the form that it was done with: the focus goes there when it appears. */
export function SuccessStatus({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[role="status"]')?.focus();
  }, []);
  return (
    <div ref={place}>
      <FormStatus kind="success">{children}</FormStatus>
    </div>
  );
}
