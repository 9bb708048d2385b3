import { hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from '#app/app.tsx';
import { startingTab } from '#features/auth/tab.ts';
import { assumeOnline } from '#platform/page/online.ts';
import { isSignedIn } from '#transport/session/session.ts';
import { rootOptions, whenShown } from './page-shown.ts';
import { pages } from './pages.ts';

/** What a visitor who is not signed in sees at `/`; the build prerenders it into the shell. */
export async function firstScreen() {
  await pages['/']?.load();
  return (
    <Router ssrPath="/">
      <App />
    </Router>
  );
}

/**
 * Whether this visit starts with exactly the prerendered page, so that React can hydrate it. That
 * is not so if the shell shows the wallet but its customer has since signed out in another tab.
 */
export const fitsFirstScreen = (): boolean =>
  location.pathname === '/' &&
  !isSignedIn() &&
  startingTab() === 'signin' &&
  document.documentElement.dataset.start !== 'wallet';

/** Hydrates the prerendered page and keeps what was typed into it in the meantime. */
export function takeOver(root: HTMLElement): void {
  whenShown(assumeOnline());
  hydrateRoot(root, <App />, rootOptions);
}
