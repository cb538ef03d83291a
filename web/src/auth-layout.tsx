import { Outlet } from 'react-router';
import { Crash } from './features/shell/crash.tsx';
import { AppearanceButton, LanguageButton } from './features/shell/menus.tsx';

/** Renders the layout of the pages for guests: no header except the choice of theme and language. */
export default function AuthLayout() {
  return (
    <div className="relative">
      <Outlet />
      <div className="absolute top-2 right-3 flex items-center max-desk:top-0.5 max-desk:right-1.5">
        <AppearanceButton />
        <LanguageButton />
      </div>
    </div>
  );
}

/** Renders a crashed page for guests. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center">
      <Crash error={error} />
    </main>
  );
}
