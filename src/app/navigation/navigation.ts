import { signal } from '@preact/signals-react';
import type { AroundNavHandler } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import {
  followHistory,
  goesByApp,
  historyState,
  writeHistory,
} from '#platform/kept/history-state.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { draftOf, keepDraft } from '#transport/customer/drafts.ts';
import { whenGone } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';

/**
 * How many pages of the app lie behind this one in this tab. The number is kept in the history
 * entry itself, so that it is right after a reload and after going back.
 */
export const depth = (): number => {
  const state = historyState();
  const depth = typeof state === 'object' && state !== null && 'depth' in state ? state.depth : 0;
  return typeof depth === 'number' ? depth : 0;
};

/** True while the page's listeners handle a press. */
let pressing = false;

/** Notices presses before any other part of the page; called once by the composition root. */
export function followPresses(): void {
  const press = (): void => {
    pressing = true;
    setTimeout(() => {
      pressing = false;
    });
  };
  document.addEventListener('click', press, { capture: true });
}

/** The navigation that a press asked for, waiting until the press itself is painted. */
let upNext: (() => void) | undefined;

/** Navigates after the next frame: rendering a page takes time, but a press must show at once. */
function goAfterFrame(go: () => void): void {
  const first = upNext === undefined;
  upNext = go;
  if (!first) return;
  afterFrame(() => {
    const next = upNext;
    upNext = undefined;
    next?.();
  });
}

/** A browser that refuses a change of its history still opens an address (HARD-73). */
function orOpen(to: string, go: () => void): void {
  try {
    go();
  } catch {
    location.assign(to);
  }
}

/** How often the page in view was opened anew, by a link to itself that says what it is to begin with. */
const openings = signal(0);

export const useOpenedAnew = (): number => useSignalValue(openings);

/** Records the depth in the history entry at every navigation of the app. */
export const countDepth: AroundNavHandler = (navigateTo, to, options) => {
  const go = (): void => {
    goesByApp();
    // It stays one page for Back.
    const isAnew = !options?.replace && to === location.pathname && Boolean(options?.state);
    const replace = options?.replace || isAnew;
    const deep = depth() + (replace ? 0 : 1);
    const state = { ...options?.state, depth: deep, of: session.user?.id };
    orOpen(to, () => navigateTo(to, { ...options, replace, state }));
    if (isAnew) openings.value++;
  };
  // A redirect is not delayed: it answers no press, and the page it leaves should not be seen.
  if (pressing && !options?.replace) goAfterFrame(go);
  else go();
};

/**
 * A history entry keeps what its page was about, and belongs to the customer who opened it. When
 * another customer comes to the entry, its state is cleared (SESS-08). Called once, before anything
 * is drawn and before anything else listens.
 */
export function keepHistoryPrivate(): void {
  const look = (): void => {
    const state = historyState() as { readonly of?: string } | null | undefined;
    // While nobody is signed in, none of it is shown; the same customer can later continue there.
    if (state?.of === undefined || state.of === session.user?.id || !session.user) return;
    writeHistory('replaceState', { depth: depth() });
  };
  look();
  followHistory();
  window.addEventListener('popstate', look);
  whenGone(look);
}

/** Where a visitor wanted to go before signing in. */
export const wantedPath = (): string | undefined => {
  const state = historyState();
  return typeof state === 'object' && state !== null && 'wanted' in state
    ? String(state.wanted)
    : undefined;
};

/**
 * Remembers the subject of a page that the customer has to leave: an asset or a transaction. Another customer
 * who signs in gets the same page without it.
 */
export const keepWantedState = (path: string): void =>
  keepDraft('wanted', { path, state: historyState() });

/** The subject of the wanted page. */
export function wantedState(path: string): unknown {
  const kept = draftOf('wanted') as { readonly path: string; readonly state: unknown } | undefined;
  return kept?.path === path ? kept.state : undefined;
}

/** A step back within the app never takes longer than this. */
const STUCK_MS = 700;

/** Goes back to the previous page, or to `parent` if the visitor entered the app on this page. */
export function goBack(parent: string): void {
  const from = depth();
  const up = (): void => {
    goesByApp();
    orOpen(parent, () => navigate(parent, { replace: true }));
  };
  if (from === 0) {
    up();
    return;
  }
  // The pages of a payment's frame stay in the history after the frame is gone; a step back to one
  // of them changes nothing.
  const stuck = setTimeout(() => {
    if (depth() === from) up();
  }, STUCK_MS);
  // A visitor who moves on at once could be at the same depth again when the timer fires.
  const arrived = (): void => {
    if (depth() !== from) clearTimeout(stuck);
  };
  window.addEventListener('popstate', arrived, { once: true });
  history.back();
}
