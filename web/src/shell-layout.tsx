import { Outlet } from 'react-router';
import { Crash } from './features/shell/crash.tsx';
import { Shell } from './features/shell/shell.tsx';

/** Renders the frame of every page except the chart: header, page, footer, tab bar. */
export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** Renders a crashed page inside the frame, so that the links to other pages stay. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return (
    <Shell>
      <Crash error={error} />
    </Shell>
  );
}
