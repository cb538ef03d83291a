import './print.css';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { DocumentFooter } from '../../ui/document/frame-parts.tsx';
import { DocumentHeader } from '../../ui/document/header.tsx';
// oxlint-disable-next-line import/default -- the build replaces this import by the address of the bundled program
import program from './start.ts?worker&url';

/** Info pages are separate documents: they are prerendered and started by a small program without the framework. */
export const handle = { program };

/** Renders the frame of the info pages. The app shows it only until the document of the page is loaded. */
export default function InfoLayout() {
  const { pathname } = useLocation();
  useEffect(() => location.reload(), []);
  const path = pathname.replace(/\/+$/, '');
  return (
    <div className="flex min-h-dvh flex-col">
      <DocumentHeader path={path} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1440px] flex-1 px-6 pt-5 pb-8 max-desk:px-3 max-desk:pt-3.5"
      >
        <Outlet />
      </main>
      <DocumentFooter path={path} />
    </div>
  );
}
