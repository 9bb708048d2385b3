import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { fitsFirstScreen } from '#app/first-screen.tsx';
import { watchNetwork } from '#platform/network.ts';
import { applyPreferences } from '#platform/preferences.ts';
import { registerWorker } from '#platform/worker-bridge.ts';
import { watchOtherTabs } from '#transport/session.ts';
import '#ui/tokens.css';
import '#ui/kit.css';

applyPreferences();
watchNetwork();
watchOtherTabs();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
if (root.hasChildNodes() && fitsFirstScreen()) {
  hydrateRoot(root, <App />);
} else {
  root.replaceChildren();
  createRoot(root).render(<App />);
}
delete document.documentElement.dataset.start;
registerWorker();
