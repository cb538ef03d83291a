import type { PersonSettings } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call, onRefusal } from './api/client/client.ts';
import { liveSocket, onSessionOver } from './api/live/live.ts';
import { clearMarketCache } from './api/session/market-cache.ts';
import {
  idCookie,
  refreshSession,
  type SessionInfo,
  useWatchedSession,
} from './api/session/session.ts';
import { loadTexts, switchLanguage, useLanguage } from './i18n/index.ts';
import { findStored, store } from './ui/browser-store.ts';
import { noteChosenLanguage, takeChosenLanguage } from './ui/chosen-language.ts';
import { chooseKeys, choosePriceColours, chooseTheme, useLook } from './ui/theme.ts';

const Consent = lazy(async () => {
  const [module] = await Promise.all([
    import('./features/auth/consent.tsx'),
    loadTexts('auth', 'form'),
  ]);
  return { default: module.Consent };
});

/** How long a choice rests before it is kept for every device. */
const SAVE_AFTER_MS = 300;
/** When the favourites are loaded, if nothing on the page needed them before. */
const FAVORITES_AFTER_MS = 3000;
/** A refused call asks for the session again, but a page full of them only once. */
const REFUSALS_APART_MS = 5000;

/** Follows who is signed in: cookie, live connection, settings, and texts that have to be accepted again. */
export function SessionKeeper() {
  const { info } = useWatchedSession();
  const { pathname } = useLocation();
  useRefusals();
  useCookie(info);
  useRights(info);
  useProfile(info);
  useFavoritesEarly(info);
  // The texts themselves can be read before they are accepted.
  if (!info?.logged || info.texts.length === 0 || pathname.startsWith('/info/')) return null;
  return (
    <Suspense fallback={null}>
      <Consent texts={info.texts} />
    </Suspense>
  );
}

/** A call or a connection that was refused may mean that the session is over. */
function useRefusals(): void {
  const client = useQueryClient();
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    const ask = (): void => {
      if (performance.now() - lastMs < REFUSALS_APART_MS) return;
      lastMs = performance.now();
      void refreshSession(client);
    };
    const stopRefusals = onRefusal(ask);
    const stopSessions = onSessionOver(() => void refreshSession(client));
    return () => {
      stopRefusals();
      stopSessions();
    };
  }, [client]);
}

function useCookie(info: SessionInfo | null): void {
  const known = info !== null;
  const id = info?.logged ? info.id : null;
  useEffect(() => {
    if (!known) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = idCookie(id);
  }, [known, id]);
}

/** What was read for one person is not shown to another; a new right reads again what was refused before. */
function useRights(info: SessionInfo | null): void {
  const client = useQueryClient();
  const logged = info?.logged ?? false;
  const rights = info ? `${logged ? info.id : ''} ${info.subscribed} ${info.student}` : null;
  const before = useRef<string | null>(null);
  useEffect(() => {
    liveSocket.setAllowed(logged);
  }, [logged]);
  useEffect(() => {
    // The cache for a start without a connection belongs to the person who was signed in.
    if (rights !== null && !logged) void clearMarketCache();
  }, [rights, logged]);
  useEffect(() => {
    if (rights === null) return;
    if (before.current !== null && before.current !== rights) {
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'session',
        type: 'inactive',
      });
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    }
    before.current = rights;
  }, [client, rights]);
}

/** Loads the favourites of a subscriber at the start, after what the page shows. A failure says nothing: who needs them asks again. */
function useFavoritesEarly(info: SessionInfo | null): void {
  const client = useQueryClient();
  const person = info?.subscribed || info?.admin ? info.id : null;
  useEffect(() => {
    if (person === null) return undefined;
    const timer = setTimeout(() => {
      import('./api/calls/favorites.ts').then(
        ({ favoritesQuery }) => client.prefetchQuery(favoritesQuery()),
        () => undefined,
      );
    }, FAVORITES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, person]);
}

/**
 * Applies language and look of the profile over those of this browser, and saves later choices to the profile. A
 * language chosen before signing in, and a choice that the server has not saved yet, take precedence. A failure is not
 * shown.
 */
function useProfile(info: SessionInfo | null): void {
  const look = useLook();
  const language = useLanguage();
  const kept = useRef('');
  const newest = useRef('');
  const saving = useRef(Promise.resolve());
  const [takenFor, setTakenFor] = useState<string | null>(null);
  const id = info?.logged ? info.id : null;
  const profile = info?.settings ?? null;
  const shown = useRef(language);
  useEffect(() => {
    if (id === null && shown.current !== language) noteChosenLanguage(language);
    shown.current = language;
  }, [id, language]);
  useEffect(() => {
    if (id === takenFor) return;
    if (id === null || profile === null) {
      setTakenFor(null);
      return;
    }
    kept.current = write(profile);
    const before = takeChosenLanguage();
    if (findStored(UNSAVED) === id) {
      setTakenFor(id);
      return;
    }
    chooseTheme(profile.theme);
    choosePriceColours(profile.prices);
    chooseKeys(profile.keys);
    switchLanguage(before ?? profile.language)
      .catch(() => undefined)
      .finally(() => setTakenFor(id));
  }, [id, profile, takenFor]);
  const chosen = write({ language, theme: look.choice, prices: look.prices, keys: look.keys });
  useEffect(() => {
    newest.current = chosen;
    if (id === null || id !== takenFor || kept.current === chosen) return undefined;
    store(UNSAVED, id);
    const timer = setTimeout(() => {
      kept.current = chosen;
      // One after the other: of two on their way at once the older might arrive last, and stay.
      saving.current = saving.current
        .then(() => call('saveSettings', { body: JSON.parse(chosen) as PersonSettings }))
        .then(
          () => {
            // What was chosen since then has not been sent yet.
            if (newest.current === chosen) store(UNSAVED, null);
          },
          () => undefined,
        );
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, takenFor, chosen]);
}

const UNSAVED = 'rasat.unsaved';

/** The settings as a text that is the same when they are. */
function write({ language, theme, prices, keys }: PersonSettings): string {
  return JSON.stringify({ language, theme, prices, keys });
}
