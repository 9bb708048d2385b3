import { useLocation } from 'wouter';
import { AllMerchantsPage } from './all-merchants-page.tsx';
import { MerchantDetailPage } from './merchant-detail-page.tsx';
import { MerchantHistoryPage } from './merchant-history-page.tsx';

/** An administrator's pages: one file, which no customer loads. */
export function Merchants() {
  const [path] = useLocation();
  switch (path) {
    case '/admin/transaction-detail':
      return <MerchantDetailPage />;
    case '/admin/transaction-history':
      return <MerchantHistoryPage />;
    default:
      return <AllMerchantsPage />;
  }
}
