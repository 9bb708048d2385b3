import { useSyncExternalStore } from 'react';
import { AutomaticLink } from '#features/wallet/automatic-link.tsx';
import { RecentFrame } from '#features/wallet/recent-frame.tsx';
import { Later } from '#ui/feedback/later.tsx';

const recentActivity = async () =>
  (await import('#features/transactions/recent-activity.tsx')).RecentActivity;

const desk = matchMedia('(min-width: 1280px)');

function follow(changed: () => void): () => void {
  desk.addEventListener('change', changed);
  return () => desk.removeEventListener('change', changed);
}

/** On screens from 1,280 px, what stands beside the list of assets (EASE-08). */
export function WalletAside() {
  const isDesk = useSyncExternalStore(follow, () => desk.matches);
  if (!isDesk) return <AutomaticLink />;
  return (
    <>
      <Later load={recentActivity} soon placeholder={<RecentFrame />} />
      <AutomaticLink />
    </>
  );
}
