import { Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { Redirect, Router, useLocation } from 'wouter';
import { activeTab } from '#core/carried/sign-in.ts';
import type { Role } from '#core/pages.ts';
import { entranceOf, guard, matchRoute, type RoutePath } from '#core/routes.ts';
import { cameByHistory } from '#platform/kept/history-state.ts';
import { identityEndRead } from '#transport/session/identity-ended.ts';
import { needsSecondFactor, roleOf, session } from '#transport/session/session.ts';
import { expiryRead } from '#transport/session/session-expired.ts';
import { Later } from '#ui/feedback/later.tsx';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { useShownTitle } from '#ui/hooks/page-title.ts';
import { PartView } from '#ui/hooks/part.tsx';
import { CommandPlace } from './commands/command-place.tsx';
import { ErrorPanel } from './layout/error-panel.tsx';
import { Shell } from './layout/shell.tsx';
import {
  countDepth,
  keepWantedState,
  useOpenedAnew,
  wantedPath,
  wantedState,
} from './navigation/navigation.ts';
import { pageShown } from './pages/page-shown.ts';
import { PageSkeleton } from './pages/page-skeleton.tsx';
import { notFound, pages } from './pages/pages.ts';
import { documentTitle, drawsHeading, metaOf } from './pages/route-meta.ts';
import { useBehindLock, useIdentityEnded, useSessionExpired } from './session/app-signals.ts';
import { UpdateRegion } from './start/update-region.tsx';

/** Where the guard sends this visitor; one who signs in goes on to the page they first wanted. */
function destination(path: string, role: Role | undefined, setsUp: boolean): string | undefined {
  const target = guard(path, role, setsUp);
  const wanted = wantedPath();
  return target &&
    role &&
    path === '/' &&
    wanted &&
    matchRoute(wanted) &&
    !guard(wanted, role, setsUp)
    ? wanted
    : target;
}

/**
 * Sets the tab's title, and moves the focus to each new page so that screen readers announce it.
 */
function useArrival(path: string, named: string | undefined): void {
  const shown = useRef(path);
  useEffect(() => {
    document.title = documentTitle(path, named);
  }, [path, named]);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // When the visitor goes back or forward, the browser itself restores the scroll position.
    if (!cameByHistory()) window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}

function CurrentPage({ path }: { readonly path: string }) {
  const route = matchRoute(path);
  const page = (route && pages[route.path as RoutePath]) ?? notFound;
  return (
    <ErrorPanel key={path} title={drawsHeading(path) ? metaOf(path).title : undefined}>
      {/* React hydrates the prerendered page in two steps: the frame, then the page itself. */}
      <Suspense>
        <PartView part={page} placeholder={<PageSkeleton />} onShown={pageShown} />
      </Suspense>
    </ErrorPanel>
  );
}

function Screen() {
  const [path] = useLocation();
  return returnedInFrame(path) ? <PageSkeleton /> : <WholeScreen path={path} />;
}

/** Things that a page starts long after it is drawn. */
const laterOn = async () => (await import('./start/later-on.tsx')).LaterOn;

const sessionExpired = async () =>
  (await import('./session/session-expired-dialog.tsx')).SessionExpired;
const identityEnded = async () =>
  (await import('./session/identity-ended-dialog.tsx')).IdentityEnded;

function WholeScreen({ path }: { readonly path: string }) {
  const entrance = entranceOf(path);
  return entrance ? (
    <Redirect to="/" replace state={activeTab.give(entrance)} />
  ) : (
    <Visited path={path} />
  );
}

function Visited({ path }: { readonly path: string }) {
  const pageTitle = useShownTitle();
  const current = useSnapshot(session);
  const role = roleOf(current);
  useArrival(path, pageTitle);
  const before = useRef(role);
  useEffect(() => {
    before.current = role;
  }, [role]);
  const setsUp = needsSecondFactor(current);
  const openedAnew = useOpenedAnew();
  const target = destination(path, role, setsUp);
  // The session ended on a private page: its frame stays, without content, until the customer has
  // read the dialog.
  const expired = useSessionExpired() && target === '/';
  const identityEnd = useIdentityEnded();
  const ended = target === '/' ? identityEnd : undefined;
  useEffect(() => {
    if (expired) keepWantedState(path);
  }, [expired, path]);
  if (target && !expired && !ended) {
    // After a sign-out the page is not remembered: the next customer to sign in may be another one.
    const signedOut = before.current !== undefined && role === undefined;
    const wanted = signedOut ? {} : { wanted: path };
    const state = target === '/' ? wanted : wantedState(target);
    return <Redirect to={target} replace state={state} />;
  }
  return (
    <>
      {/* Before the page: on paper, it begins with a head. */}
      {role && <Later load={laterOn} />}
      <Shell path={path} role={role} setsUp={setsUp}>
        {expired || ended ? (
          <PageSkeleton />
        ) : (
          // Keyed by customer: a tab that slept may see a sign-out and another sign-in as one
          // change. And by a link of the page to itself, such as a command's.
          <CurrentPage key={`${current.user?.id} ${openedAnew}`} path={path} />
        )}
      </Shell>
      {/* Without the dialog, the guard leads to the sign-in page at once. */}
      {expired && <Later load={sessionExpired} soon onFailed={expiryRead} />}
      {ended && <Later load={identityEnded} soon onFailed={identityEndRead} />}
    </>
  );
}

/**
 * Whether a payment page has returned inside our own frame; the framing page reads its URL
 * (BUY-09).
 */
export const returnedInFrame = (path: string): boolean =>
  typeof window !== 'undefined' &&
  window.parent !== window &&
  matchRoute(path)?.access === 'return';

export function App() {
  if (useBehindLock() === 'gone') return null;
  return (
    <Router aroundNav={countDepth}>
      <Screen />
      <CommandPlace />
      <UpdateRegion />
      <Toaster />
    </Router>
  );
}
