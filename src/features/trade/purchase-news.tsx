import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { whenNoFlow } from '#platform/flow-lock.ts';
import { followOnline } from '#platform/network.ts';
import { session } from '#transport/session.ts';
import { Later } from '#ui/later.tsx';
import { news } from './news-browser.ts';

const banners = async () => (await import('./news-banners.tsx')).NewsBanners;

/** BEY-17: tells how purchases ended that the customer did not see end. */
export function PurchaseNews() {
  const { items, owner } = useSnapshot(news.state);
  const { user } = useSnapshot(session);
  useEffect(() => {
    let forget = (): unknown => undefined;
    const unsubscribe = followOnline((now) => {
      forget();
      // What is under way here is told where it is under way.
      if (now) forget = whenNoFlow(() => void news.load());
    });
    return () => {
      unsubscribe();
      forget();
    };
  }, []);
  return owner === user?.id && items.length > 0 ? <Later load={banners} soon /> : null;
}
