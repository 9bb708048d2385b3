import { Router } from 'wouter';
import type { Role } from '#core/routes.ts';
import { WalletStart } from '#features/wallet/wallet-start.tsx';
import { AppLayout } from './app-layout.tsx';
import { OfflineBanner } from './offline-strip.tsx';

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
