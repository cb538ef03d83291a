import { Outlet } from 'react-router';
import { Crash } from './features/shell/crash.tsx';
import { Shell } from './features/shell/shell.tsx';

/** The frame of every page but the chart: header, page, footer, tab bar. */
export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** A page that broke breaks inside the frame: the way to every other page stays. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return (
    <Shell>
      <Crash error={error} />
    </Shell>
  );
}
