import { AutomaticLink } from '#features/wallet/automatic-link.tsx';
import { RecentFrame } from '#features/wallet/recent-frame.tsx';
import { Later } from '#ui/feedback/later.tsx';
import { useWide } from '#ui/hooks/signals.ts';

const recentActivity = async () =>
  (await import('#features/transactions/recent-activity.tsx')).RecentActivity;

/** What stands beside the list of assets on a desk (EASE-08), and below it on a tablet; a phone has its tab bar. */
export function WalletAside() {
  if (!useWide()) return <AutomaticLink />;
  return (
    <>
      <Later load={recentActivity} soon placeholder={<RecentFrame />} />
      <AutomaticLink />
    </>
  );
}
