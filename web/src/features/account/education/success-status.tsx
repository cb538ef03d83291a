import { type ReactNode, useEffect, useRef } from 'react';
import { FormStatus } from '../../../ui/form.tsx';

/** Shows a success message in place of a submitted form, and focuses it when it appears. */
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
