import { hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { tabFromHistory } from '#features/auth/tab.ts';
import { assumeOnline } from '#platform/network.ts';
import { isSignedIn } from '#transport/session.ts';
import { App } from './app.tsx';
import { whenShown } from './page-shown.ts';
import { pages } from './pages.ts';

/** What somebody who is not signed in sees at `/`: the build writes it into the shell. */
export async function firstScreen() {
  await pages['/']?.load();
  return (
    <Router ssrPath="/">
      <App />
    </Router>
  );
}

/**
 * Whether this visit begins with exactly what the build wrote, so that React can take it over: not where
 * the shell shows the wallet and its customer signed out elsewhere since.
 */
export const fitsFirstScreen = (): boolean =>
  location.pathname === '/' &&
  !isSignedIn() &&
  tabFromHistory() === 'signin' &&
  document.documentElement.dataset.start !== 'wallet';

/** Takes over what the build wrote, with all that was typed into it meanwhile. */
export function takeOver(root: HTMLElement): void {
  whenShown(assumeOnline());
  hydrateRoot(root, <App />);
}
