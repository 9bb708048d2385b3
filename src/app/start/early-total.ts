import { clockText, savedText, whenText } from '#core/time/clock-text.ts';
import { MASK_KEY, STORE_KEY } from '#platform/kept/kept-names.ts';
import { readTotal } from '#platform/kept/last-total.ts';
import { deviceStorage, parseJson } from '#platform/kept/storage.ts';

/**
 * The build puts this script into the head of the shell. Before the app runs, it fills the last
 * total that the customer saw, with its time, into the prerendered wallet. The app later replaces
 * all of it.
 */

declare global {
  interface Window {
    /** Settles once the total is shown, or known to be missing; index.html then starts the app. */
    lastTotal?: Promise<void>;
  }
}

interface StoredSession {
  readonly user?: { readonly id?: string } | null;
}

const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve();
    // Module scripts also wait for the whole page, and run after this event.
    else document.addEventListener('readystatechange', () => resolve(), { once: true });
  });

async function showTotal(): Promise<void> {
  const stored = parseJson(deviceStorage.get(STORE_KEY)) as StoredSession | undefined;
  const [last] = await Promise.all([readTotal(stored?.user?.id), parsed()]);
  const earlier = document.querySelector<HTMLTemplateElement>('#root template[data-last-total]');
  const total = earlier?.content.querySelector<HTMLElement>('.balance');
  // The app may have replaced the prerendered page by now.
  if (!last || !earlier || !total) return;
  const cents = last.text.lastIndexOf('.');
  const small = document.createElement('small');
  small.append(last.text.slice(cents));
  total.append(last.text.slice(0, cents), small);
  total.style.setProperty('--chars', String(last.text.length));
  for (const time of earlier.content.querySelectorAll<HTMLElement>('[data-time]')) {
    const text = time.dataset.time === 'when' ? whenText : clockText;
    time.append(text(last.asOf, new Date()));
  }
  earlier.parentElement?.replaceChildren(earlier.content);
  document.querySelector('#root .banner--offline span')?.append(savedText(last.asOf, new Date()));
}

const { start } = document.documentElement.dataset;
if (start === 'before-wallet' && deviceStorage.get(MASK_KEY) !== '1')
  window.lastTotal = showTotal();
