import { Outlet } from 'react-router';
import { useSession } from './api/session/session.ts';
import { AdminFrame } from './features/admin/frame.tsx';
import { Crash } from './features/shell/crash.tsx';
import { AppearanceButton, LanguageButton, UserButton } from './features/shell/menus.tsx';
import { Guard } from './guard.tsx';
import { loadTexts } from './i18n/index.ts';

/** Loads the texts before a page is painted. */
export async function clientLoader() {
  await loadTexts('admin', 'form');
  return null;
}

/** Renders the frame of every back-office page: the sections at the side, the page beside them. */
export default function AdminLayout() {
  return (
    <Guard>
      <AdminFrame tools={<Tools />}>
        <Outlet />
      </AdminFrame>
    </Guard>
  );
}

/** Renders a crashed page inside the frame. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return (
    <AdminFrame tools={<Tools />}>
      <Crash error={error} />
    </AdminFrame>
  );
}

function Tools() {
  const { info } = useSession();
  return (
    <>
      <AppearanceButton />
      <LanguageButton />
      {info?.logged ? <UserButton info={info} /> : null}
    </>
  );
}
