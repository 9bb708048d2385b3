import { Router } from 'wouter';
import { WalletStart } from '#features/wallet/wallet-start.tsx';
import { AppLayout } from './app-layout.tsx';

/** What a customer who is signed in sees at `/wallet` until the app runs; the build writes it down. */
export const walletScreen = () => (
  <Router ssrPath="/wallet">
    <AppLayout path="/wallet" role="user">
      <WalletStart />
    </AppLayout>
  </Router>
);
