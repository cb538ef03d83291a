import type { Language } from '@rasat/contract';
import { QueryClientProvider, timeoutManager } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { createQueryClient } from '../api/client/queries.ts';
import { loadTexts, startTexts, switchLanguage } from '../i18n/index.ts';
import { LATER, type LaterArea } from '../i18n/later.ts';
import { learnServerTime } from '../ui/use-now.ts';
import { standIn, type Tidy } from './stand-in.ts';

/** Options of `show`. */
export interface Showing {
  /** Default Turkish. */
  readonly language?: Language;
  /** The initial address. Default `/`. */
  readonly at?: string;
  /** The route pattern, for parts that read parameters. Default any. */
  readonly path?: string;
  /** Data already in the cache, by query key. */
  readonly known?: readonly (readonly [key: readonly unknown[], value: unknown])[];
  /**
   * The server's answers, by method and address without its query (`GET /api/symbols`): a body, a whole `Response`, or
   * an `Answering` that makes either. Any other call gets no answer, as without a network.
   */
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** Makes an answer from the sent body and the address. */
export type Answering = (sent: unknown, address: URL) => unknown;

/** A call that was made. */
export interface Call {
  /** Method and address with its query, like `GET /api/symbols?q=1`. */
  readonly call: string;
  readonly body: unknown;
}

/** A shown part, with a simulated user. */
export interface Shown {
  readonly user: UserEvent;
  /** Every call so far. */
  readonly calls: readonly Call[];
  /** Returns the current address, with its query. */
  readonly address: () => string;
  /** Shows another part in its place, at the same address and with the same cache. */
  readonly again: (what: ReactNode) => void;
  /** Unmounts the part. */
  readonly leave: () => void;
}

// The cache holds an answer for minutes, which must not keep the process alive. Its intervals consist of timeouts, so
// that a test that advances the time advances them without the document's intervals.
const beats = new Map<NodeJS.Timeout, NodeJS.Timeout>();
const clearReal = clearTimeout;
/** Clears a timer of either clock: a test may mock the timers after a part has set one, and then end the part. */
const clearEither = (timer: NodeJS.Timeout | undefined): void => {
  clearTimeout(timer);
  clearReal(timer);
};
timeoutManager.setTimeoutProvider<NodeJS.Timeout>({
  setTimeout: (run, ms) => setTimeout(run, ms).unref(),
  clearTimeout: clearEither,
  setInterval: (run, ms) => {
    const beat = (): void => {
      beats.set(first, setTimeout(beat, ms).unref());
      run();
    };
    const first = setTimeout(beat, ms).unref();
    beats.set(first, first);
    return first;
  },
  clearInterval: (first) => {
    if (first === undefined) return;
    clearEither(beats.get(first));
    beats.delete(first);
  },
});

const AREAS = Object.keys(LATER) as LaterArea[];
/** Long, since machines may be slow; a wait ends as soon as its condition holds. */
const WAIT_TIMEOUT_MS = 20_000;

/**
 * Shows a part of a page in this process's document, with real texts, formats and router, until the test ends. Only the
 * server's answers are simulated; `e2e` shows the same with the real server.
 */
export async function show(t: Tidy, what: ReactNode, showing: Showing = {}): Promise<Shown> {
  const { language = 'tr', at = '/', path = '*', known = [], answers = {} } = showing;
  configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS });
  await speak(language);
  const client = createQueryClient();
  for (const [key, value] of known) client.setQueryData(key, value);
  const calls: Call[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const method = init?.method ?? 'GET';
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    calls.push({ call: `${method} ${address.pathname}${address.search}`, body });
    const answer = answers[`${method} ${address.pathname}`];
    const given =
      typeof answer === 'function' ? await (answer as Answering)(body, address) : answer;
    if (given instanceof Response) return given;
    if (given === undefined) throw new TypeError(`no answer to ${method} ${address.pathname}`);
    return Response.json(given);
  };
  // A part may make calls while it unmounts, so it unmounts before its server stops.
  t.after(() => {
    cleanup();
    // Removes content rendered after the unmount; the next test's page has its own title, or none.
    for (const title of document.querySelectorAll('title')) title.remove();
    client.clear();
    learnServerTime(0, 0);
  });
  standIn(t, globalThis, { fetch });
  let address = at;
  const note = (next: string): void => {
    address = next;
  };
  const page = (content: ReactNode): ReactNode => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Address note={note} />
        <Routes>
          <Route path={path} element={content} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>
  );
  document.body.replaceChildren();
  const { rerender, unmount } = render(page(what));
  return {
    user: userEvent.setup(),
    calls,
    address: () => address,
    again: (content) => rerender(page(content)),
    leave: unmount,
  };
}

function Address({ note }: { readonly note: (address: string) => void }): null {
  const { pathname, search } = useLocation();
  note(`${pathname}${search}`);
  return null;
}

async function speak(language: Language): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: where the product reads the language from
  document.cookie = `lang=${language}; path=/`;
  if (i18next.isInitialized) await switchLanguage(language);
  else await startTexts();
  await loadTexts(...AREAS);
}
