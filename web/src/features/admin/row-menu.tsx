import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Renders the menu of a row, opened by a button with three dots. */
export function RowMenu({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <span aria-hidden="true">···</span>
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
