import { useSyncExternalStore } from 'react';
import { RecentFrame } from '#features/wallet/aside-frame.tsx';
import { PortfolioDune } from '#features/wallet/value/portfolio-dune.tsx';
import { Later } from '#ui/feedback/later.tsx';

const recentActivity = async () =>
  (await import('#features/transactions/recent-activity.tsx')).RecentActivity;

const desk = matchMedia('(min-width: 1280px)');

function follow(changed: () => void): () => void {
  desk.addEventListener('change', changed);
  return () => desk.removeEventListener('change', changed);
}

/** The content below the balance; on screens from 1,280 px, beside the list of assets (EASE-08). */
export function WalletAside() {
  const isDesk = useSyncExternalStore(follow, () => desk.matches);
  return (
    <>
      <PortfolioDune />
      {isDesk && <Later load={recentActivity} soon placeholder={<RecentFrame />} />}
    </>
  );
}
