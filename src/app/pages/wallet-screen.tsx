import { Router } from 'wouter';
import { AppLayout } from '#app/layout/app-layout.tsx';
import { OfflineBanner } from '#app/layout/offline-strip.tsx';
import type { Role } from '#core/pages.ts';
import { WalletStart } from '#features/wallet/wallet-start.tsx';

const customer: Role = 'user';

/** What a signed-in customer sees at `/wallet` until the app runs; the build prerenders it. */
export const walletScreen = () => (
  <Router ssrPath="/wallet">
    <AppLayout path="/wallet" role={customer}>
      <WalletStart />
    </AppLayout>
    {/* The shell moves this into place when there is no connection. */}
    <template data-offline="">
      <OfflineBanner />
    </template>
  </Router>
);
