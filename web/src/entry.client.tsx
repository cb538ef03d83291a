import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { requestSessionEarly } from './api/session/session.ts';
import { showStartFailure } from './features/shell/start-failure.ts';
import { startTexts } from './i18n/index.ts';
import { keepOffline, reloadWhenOutdated } from './offline.ts';

async function start(): Promise<void> {
  requestSessionEarly();
  await startTexts();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

reloadWhenOutdated();
start().catch(showStartFailure);
keepOffline();
