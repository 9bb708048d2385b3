import { Router } from 'wouter';
import { tabFromHistory } from '#features/auth/tab.ts';
import { online } from '#platform/network.ts';
import { visitStorage } from '#platform/storage.ts';
import { isSignedIn } from '#transport/session.ts';
import { App } from './app.tsx';

/** What somebody who is not signed in sees at `/`: the build writes it into the shell. */
export const firstScreen = () => (
  <Router ssrPath="/">
    <App />
  </Router>
);

/** Whether this visit begins with exactly what the build wrote, so that React can take it over. */
export const fitsFirstScreen = (): boolean =>
  location.pathname === '/' &&
  !isSignedIn() &&
  online.peek() &&
  tabFromHistory() === 'signin' &&
  visitStorage.get('userCountry') === undefined;
