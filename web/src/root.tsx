import './ui/app.css';
import latin from '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_FrameworkContext,
  useMatches,
} from 'react-router';
import { createQueryClient } from './api/client/queries.ts';
import { ConnectionKeeper } from './connection-keeper.tsx';
import { Crash } from './features/shell/crash.tsx';
import { ShellSkeleton } from './features/shell/shell-skeleton.tsx';
import { Guard } from './guard.tsx';
import { Overlays } from './overlays.tsx';
import { ServedHead } from './served-head.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { BEFORE_PAINT } from './ui/theme.ts';

/**
 * Returns the script of a page that is a separate document without the framework, from its route's `handle`. Null for
 * every other page, and for the fallback document.
 */
function useOwnProgram(): string | null {
  const framework = useContext(UNSAFE_FrameworkContext);
  const matches = useMatches();
  // The fallback document is built at the same address.
  if (framework?.isSpaMode) return null;
  for (const { handle } of matches) {
    if (typeof handle === 'object' && handle !== null && 'program' in handle) {
      return String(handle.program);
    }
  }
  return null;
}

/** Renders the document of every page. A script in its head sets theme and language before the first paint. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const program = useOwnProgram();
  return (
    <html lang="tr" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        {/* Before the styles: a script after them would wait for them. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, which must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: BEFORE_PAINT }} suppressHydrationWarning />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
        <link rel="preload" as="font" type="font/woff2" href={latin} crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {program === null ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : (
          <script type="module" src={program} />
        )}
      </body>
    </html>
  );
}

/** Renders the frame of the page, without texts, until the app has started. */
export function HydrateFallback() {
  return <ShellSkeleton />;
}

export default function App() {
  const [client] = useState(createQueryClient);
  if (useOwnProgram() !== null) return <Outlet />;
  return (
    <QueryClientProvider client={client}>
      <ConnectionKeeper>
        <SessionKeeper />
        <ServedHead />
        <Guard>
          <Outlet />
        </Guard>
        <Overlays />
      </ConnectionKeeper>
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-160 flex-col justify-center">
      <Crash error={error} />
    </main>
  );
}
