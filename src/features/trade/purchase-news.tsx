import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { whenNoFlow } from '#platform/flow-lock.ts';
import { followOnline } from '#platform/network.ts';
import { session } from '#transport/session.ts';
import { Later } from '#ui/later.tsx';
import { unseenPurchases } from './unseen-purchases-browser.ts';

const banners = async () => (await import('./purchase-banners.tsx')).PurchaseBanners;

/** Shows how purchases ended whose end the customer has not seen (BEY-17). */
export function PurchaseNews() {
  const { items, owner } = useSnapshot(unseenPurchases.state);
  const { user } = useSnapshot(session);
  useEffect(() => {
    let forget = (): unknown => undefined;
    const unsubscribe = followOnline((now) => {
      forget();
      // A flow on this page shows its own purchase.
      if (now) forget = whenNoFlow(() => void unseenPurchases.load());
    });
    return () => {
      unsubscribe();
      forget();
    };
  }, []);
  return owner === user?.id && items.length > 0 ? <Later load={banners} soon /> : null;
}
