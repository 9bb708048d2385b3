import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { onChanged } from '#platform/changes.ts';
import { whenNoFlow } from '#platform/flow-lock.ts';
import { followOnline } from '#platform/network.ts';
import { Later } from '#ui/later.tsx';
import { unseenPurchases } from './unseen-purchases-browser.ts';

const banners = async () => (await import('./purchase-banners.tsx')).PurchaseBanners;

/** Shows how purchases ended whose end the customer has not seen (BEY-17). */
export function PurchaseNews() {
  const { items } = useSnapshot(unseenPurchases.state);
  useEffect(() => {
    let forget = (): unknown => undefined;
    const look = (): void => {
      forget();
      // A flow on this page shows its own purchase.
      forget = whenNoFlow(() => void unseenPurchases.load());
    };
    const unfollow = onChanged(['purchases'], look);
    const unsubscribe = followOnline((now) => (now ? look() : forget()));
    return () => {
      unsubscribe();
      unfollow();
      forget();
    };
  }, []);
  return items.length > 0 ? <Later load={banners} soon /> : null;
}
