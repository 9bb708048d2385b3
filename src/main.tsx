import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { fitsFirstScreen } from '#app/first-screen.tsx';
import { followLaunches } from '#app/launch.ts';
import { watchInstall } from '#platform/install.ts';
import { watchNetwork } from '#platform/network.ts';
import { applyPreferences } from '#platform/preferences.ts';
import { applyAtStart, registerWorker } from '#platform/worker-bridge.ts';
import { watchOtherTabs } from '#transport/session.ts';
import '#ui/tokens.css';
import '#ui/kit.css';

applyPreferences();
watchNetwork();
watchOtherTabs();
watchInstall();
followLaunches();

function mount(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  if (root.hasChildNodes() && fitsFirstScreen()) {
    hydrateRoot(root, <App />);
  } else {
    root.replaceChildren();
    createRoot(root).render(<App />);
  }
  delete document.documentElement.dataset.start;
}

async function start(): Promise<void> {
  // Nothing is on screen yet that a reload could take away. A broken worker keeps nobody out.
  if (await applyAtStart().catch(() => false)) return;
  mount();
  registerWorker();
}

// Not awaited here: other parts would wait for this one, and the build would cut it to pieces.
void start();
