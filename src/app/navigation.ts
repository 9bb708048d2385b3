import type { AroundNavHandler } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { afterFrame } from '#platform/after-frame.ts';
import { followHistory, goesByApp, historyState } from '#platform/history-state.ts';
import { draftOf, keepDraft } from '#transport/drafts.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

/**
 * How many pages of the app lie behind this one in this tab. It is kept in the history entry itself,
 * so that it is right after a reload and after going back.
 */
export const depth = (): number => {
  const state = historyState();
  const depth = typeof state === 'object' && state !== null && 'depth' in state ? state.depth : 0;
  return typeof depth === 'number' ? depth : 0;
};

/** True while the browser tells the page of a press. */
let pressing = false;

/** Learns of presses before any part of the page does; called once by the composition root. */
export function followPresses(): void {
  const press = (): void => {
    pressing = true;
    setTimeout(() => {
      pressing = false;
    });
  };
  document.addEventListener('click', press, { capture: true });
}

/** The page that a press leads to, while what was pressed is being painted as such. */
let upNext: (() => void) | undefined;

/** Goes after the next frame: drawing a page takes a while, and a press is answered at once. */
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

/** Every navigation of the app writes down how deep it is. */
export const countDepth: AroundNavHandler = (navigateTo, to, options) => {
  const go = (): void => {
    goesByApp();
    const deep = depth() + (options?.replace ? 0 : 1);
    const state = { ...options?.state, depth: deep, of: session.user?.id };
    navigateTo(to, { ...options, state });
  };
  // A redirect draws nothing itself: nobody pressed for it, and nobody should see what it leaves.
  if (pressing && !options?.replace) goAfterFrame(go);
  else go();
};

/**
 * What a page was about is kept in the history's entry, and is of whoever went there: an entry of
 * somebody else's carries nothing any more when it is shown again (SESS-08). Called once, before
 * anything is drawn and before anything else listens.
 */
export function keepHistoryPrivate(): void {
  const look = (): void => {
    const state = historyState() as { readonly of?: string } | null | undefined;
    // Signed out nothing of it is shown, and who signs in again goes on there.
    if (state?.of === undefined || state.of === session.user?.id || !session.user) return;
    history.replaceState({ depth: depth() }, '');
  };
  look();
  followHistory();
  window.addEventListener('popstate', look);
  whenCustomerChanges(look);
}

/** Where a visitor wanted to go before signing in. */
export const wantedPath = (): string | undefined => {
  const state = historyState();
  return typeof state === 'object' && state !== null && 'wanted' in state
    ? String(state.wanted)
    : undefined;
};

const WANTED = 'wanted';

/**
 * Remembers what the page that a customer has to leave was about: an asset, a transaction. It is
 * theirs alone: somebody else who signs in goes to the same page, without it.
 */
export const keepWantedState = (path: string): void =>
  keepDraft(WANTED, { path, state: historyState() });

/** What the wanted page was about. */
export function wantedState(path: string): unknown {
  const kept = draftOf(WANTED) as { readonly path: string; readonly state: unknown } | undefined;
  return kept?.path === path ? kept.state : undefined;
}

/** A step back within the app takes no longer. */
const STUCK_MS = 700;

/** Goes back where the visitor came from, or to `parent` where this is where they arrived. */
export function goBack(parent: string): void {
  const from = depth();
  const up = (): void => {
    goesByApp();
    navigate(parent, { replace: true });
  };
  if (from === 0) {
    up();
    return;
  }
  // The pages of a payment's frame stay in the history when the frame is gone: a step to one of them
  // leads nowhere.
  const stuck = setTimeout(() => {
    if (depth() === from) up();
  }, STUCK_MS);
  // Whoever goes on at once from there may be as deep again by then.
  const arrived = (): void => {
    if (depth() !== from) clearTimeout(stuck);
  };
  window.addEventListener('popstate', arrived, { once: true });
  history.back();
}
