import { useUpdate } from '#app/session/app-signals.ts';
import { Later } from '#ui/feedback/later.tsx';
import css from './update-offer.module.css';

/** On a device with a new version, the worker has kept this file of the old one. */
const offer = async () => (await import('./update-offer.tsx')).UpdateOffer;

/**
 * Where a new version is offered. It covers the navigation, not a page's buttons, and does not shift
 * anything that the customer may be about to press.
 */
export function UpdateRegion() {
  const { state } = useUpdate();
  // Screen readers announce what is put into a region that was there before.
  return (
    <div role="status" className={css.place}>
      {state !== 'none' && <Later load={offer} soon />}
    </div>
  );
}
