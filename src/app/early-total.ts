import { clockText, savedText } from '#core/domain/clock-text.ts';
import { readTotal } from '#platform/last-total.ts';
import { MASK_KEY } from '#platform/mask-key.ts';
import { deviceStorage, parseJson } from '#platform/storage.ts';
import { STORE_KEY } from '#transport/store-key.ts';

/**
 * The build writes this into the head of the shell: into the wallet as it stands before the app runs it
 * puts the total that the customer saw last, with its time. The app takes all of it away again.
 */

declare global {
  interface Window {
    /** Settles when the total stands, or is known not to come; index.html begins the app after it. */
    lastTotal?: Promise<void>;
  }
}

interface Stored {
  readonly user?: { readonly id?: string } | null;
}

const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve();
    // Modules wait for the whole page too, and run after this.
    else document.addEventListener('readystatechange', () => resolve(), { once: true });
  });

async function showTotal(): Promise<void> {
  const stored = parseJson(deviceStorage.get(STORE_KEY)) as Stored | undefined;
  const [last] = await Promise.all([readTotal(stored?.user?.id), parsed()]);
  const earlier = document.querySelector<HTMLTemplateElement>('#root template[data-last-total]');
  const total = earlier?.content.querySelector<HTMLElement>('.balance');
  // The app may be there first.
  if (!last || !earlier || !total) return;
  const cents = last.text.lastIndexOf('.');
  const small = document.createElement('small');
  small.append(last.text.slice(cents));
  total.append(last.text.slice(0, cents), small);
  total.style.setProperty('--chars', String(last.text.length));
  for (const time of earlier.content.querySelectorAll('[data-time]')) {
    time.append(clockText(last.asOf, new Date()));
  }
  earlier.parentElement?.replaceChildren(earlier.content);
  document.querySelector('#root .banner--offline')?.append(savedText(last.asOf, new Date()));
}

const { start } = document.documentElement.dataset;
if (start === 'wallet' && deviceStorage.get(MASK_KEY) !== '1') window.lastTotal = showTotal();
