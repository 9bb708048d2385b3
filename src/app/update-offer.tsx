import { useSignals } from '@preact/signals-react/runtime';
import { updateReady } from '#platform/worker-bridge.ts';
import { Later } from '#ui/later.tsx';
import css from './update-bar.module.css';

const bar = async () => (await import('./update-bar.tsx')).UpdateBar;

/**
 * Where a new version is offered. It lies over the navigation, not over a page's buttons, and moves
 * nothing that somebody may be about to press.
 */
export function UpdateOffer() {
  useSignals();
  return (
    <div role="status" className={css.place}>
      {updateReady.value !== 'none' && <Later load={bar} soon />}
    </div>
  );
}
