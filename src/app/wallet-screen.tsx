import { Router } from 'wouter';
import type { Role } from '#core/routes.ts';
import { WalletStart } from '#features/wallet/wallet-start.tsx';
import { AppLayout } from './app-layout.tsx';
import { OfflineBanner } from './offline-strip.tsx';

const customer: Role = 'user';

/** What a customer who is signed in sees at `/wallet` until the app runs; the build writes it down. */
export const walletScreen = () => (
  <Router ssrPath="/wallet">
    <AppLayout path="/wallet" role={customer}>
      <WalletStart />
    </AppLayout>
    {/* The shell puts it in its place where there is no connection. */}
    <template data-offline="">
      <OfflineBanner />
    </template>
  </Router>
);
