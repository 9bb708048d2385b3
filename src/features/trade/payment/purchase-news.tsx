import { type ComponentType, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import css from '#features/trade/trade.module.css';
import { onChanged } from '#platform/page/data-changes.ts';
import { whenNoFlow } from '#platform/page/flow-lock.ts';
import { followOnline } from '#platform/page/online.ts';
import { Later } from '#ui/feedback/later.tsx';
import { unseenPurchases, wasOpen } from './unseen-purchases-wiring.ts';

const banners = async () => (await import('./purchase-banners.tsx')).PurchaseBanners;
const ended = async () => (await import('./purchase-banners.tsx')).EndedPurchase;
const open = async () => (await import('./purchase-banners.tsx')).OpenPayments;

function News({ load }: { readonly load: () => Promise<ComponentType> }) {
  const { items } = useSnapshot(unseenPurchases.state);
  return items.length > 0 ? <Later load={load} soon /> : null;
}

/**
 * Whether open payments stand above the form: those that this device knew of when the page opened, and those begun here. What
 * it hears of later would push the form from under a finger, and stands below it until the next visit.
 */
export function useOpenAbove(): { readonly above: boolean; readonly roomKept: boolean } {
  const [known] = useState(wasOpen);
  const [begun, setBegun] = useState(false);
  const { onPage, hidden } = useSnapshot(unseenPurchases.state);
  useEffect(() => {
    if (onPage !== undefined) setBegun(true);
  }, [onPage]);
  return { above: known || begun, roomKept: known && hidden.length === 0 };
}

/** Payments that may still be charged; with `roomKept`, in room that is there before they are read. */
export const OpenPaymentNews = ({ roomKept }: { readonly roomKept: boolean }) => (
  <div className={roomKept ? `${css.above} ${css.kept}` : css.above}>
    <News load={open} />
  </div>
);

interface Props {
  /** What is open is shown elsewhere. */
  readonly endedOnly?: boolean;
}

/** Shows how purchases ended whose end the customer has not seen (BEY-17), and what is open. */
export function PurchaseNews({ endedOnly = false }: Props) {
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
  return <News load={endedOnly ? ended : banners} />;
}
