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

/** Time after the last change of a setting until it is saved to the profile. */
const SAVE_AFTER_MS = 300;
/** Time after which the favourites are loaded, unless the page loaded them before. */
const FAVORITES_AFTER_MS = 3000;
/** Least time between two requests of the session after refused calls, because a page may have many. */
const REFUSALS_APART_MS = 5000;

/** Handles the session of the whole page: cookie, live connection, settings, and texts that must be accepted again. */
export function SessionKeeper() {
  const { info } = useWatchedSession();
  const { pathname } = useLocation();
  useRefusals();
  useCookie(info);
  useRights(info);
  useProfile(info);
  useFavoritesEarly(info);
  // The texts can be read before they are accepted.
  if (!info?.logged || info.texts.length === 0 || pathname.startsWith('/info/')) return null;
  return (
    <Suspense fallback={null}>
      <Consent texts={info.texts} />
    </Suspense>
  );
}

/** Reads the session again after a refused call or connection, because the session may have ended. */
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

/** Allows the live socket when signed in, and discards cached data when the person or a right changes. */
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

/** Loads a subscriber's favourites some time after the start. A failure is not shown; components retry. */
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
 * Applies language, theme, price colours and shortcuts of the profile, and saves later choices to the profile. A
 * language chosen before signing in, and a choice that the server has not saved yet, have priority. A failure is not
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
      // One request at a time: of two concurrent ones the older could arrive last and overwrite the newer.
      saving.current = saving.current
        .then(() => call('saveSettings', { body: JSON.parse(chosen) as PersonSettings }))
        .then(
          () => {
            // A choice made since then is not saved yet.
            if (newest.current === chosen) store(UNSAVED, null);
          },
          () => undefined,
        );
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, takenFor, chosen]);
}

const UNSAVED = 'rasat.unsaved';

/** Returns the settings as a text, equal for equal settings. */
function write({ language, theme, prices, keys }: PersonSettings): string {
  return JSON.stringify({ language, theme, prices, keys });
}
