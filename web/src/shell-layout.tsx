import { Outlet } from 'react-router';
import { Shell } from './features/shell/shell.tsx';

/** The frame of every page but the chart: header, page, footer, tab bar. */
export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
