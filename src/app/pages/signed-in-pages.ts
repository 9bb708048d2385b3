import type { InsidePath } from '#core/routes.ts';
import { part } from '#ui/hooks/part.tsx';
import { type Page, page } from './page.ts';

const walletDune = part(
  async () => (await import('#features/wallet/value/portfolio-dune.tsx')).PortfolioDune,
);
const walletAside = part(async () => (await import('./wallet-aside.tsx')).WalletAside);
const wallet = page(
  async () =>
    (await import('#features/wallet/wallet-page.tsx')).walletPage(walletDune, walletAside),
  async () => (await import('#features/wallet/wallet-page.tsx')).firstKnown(),
);
const pickToSend = page(
  async () => (await import('#features/wallet/picker/picker-page.tsx')).PickToSendPage,
  async () => (await import('#transport/money/saved-recipients.ts')).recipients.load(),
);
const pickToReceive = page(
  async () => (await import('#features/wallet/picker/picker-page.tsx')).PickToReceivePage,
);
const receive = page(async () => (await import('#features/receive/receive-page.tsx')).ReceivePage);
const withdraw = page(
  async () => (await import('#features/withdraw/withdraw-page.tsx')).WithdrawPage,
);
const swap = page(async () => (await import('#conversion/swap-page.tsx')).SwapPage);
const transactions = page(
  async () => (await import('#features/transactions/transactions-page.tsx')).TransactionsPage,
);
const received = page(async () => (await import('#features/asset/received-page.tsx')).ReceivedPage);
const transaction = page(
  async () => (await import('#features/entry/transaction-detail-page.tsx')).TransactionDetailPage,
);
const asset = page(
  async () => (await import('#features/asset/asset-detail-page.tsx')).AssetDetailPage,
);
const profile = page(async () => (await import('./profile.tsx')).Profile);
const merchants = page(async () => (await import('#features/admin/merchants.tsx')).Merchants);
const trade = page(async () => (await import('#features/trade/trade-page.tsx')).TradePage);

const waiting = page(async () => (await import('#features/waiting/waiting-page.tsx')).WaitingPage);

const isThisKopa = page(
  async () => (await import('#features/help/is-this-kopa-page.tsx')).IsThisKopaPage,
);

const requests = page(async () => (await import('#features/requests/requests.tsx')).Requests);

const desk = page(async () => (await import('#features/desk/desk.tsx')).Desk);

const bankSheet = async () => (await import('#features/receive/bank-sheet.tsx')).BankSheet;
const cash = page(async () => (await import('#features/asset/cash-page.tsx')).cashPage(bankSheet));

const addMoney = page(
  async () => (await import('#features/receive/add-money-page.tsx')).AddMoneyPage,
);

const cashOut = page(
  async () => (await import('#features/cash-out/cash-out-page.tsx')).CashOutPage,
);

const recurring = page(
  async () => (await import('#features/automatic/recurring-page.tsx')).RecurringPage,
);

const automatic = page(
  async () => (await import('#features/automatic/automatic-page.tsx')).AutomaticPage,
);

/** The pages for signed-in users. A page without a route, or a route without a page, does not compile. */
export const signedInPages: Readonly<Record<InsidePath, Page>> = {
  '/wallet': wallet,
  '/assets/send': pickToSend,
  '/assets/receive': pickToReceive,
  '/send': withdraw,
  '/receive': receive,
  '/swap': swap,
  '/asset-detail': asset,
  '/transactions': transactions,
  '/transactions/recieve': received,
  '/transaction-detail': transaction,
  '/buy-sell': trade,
  '/waiting': waiting,
  '/is-this-kopa': isThisKopa,
  '/requests': requests,
  '/requests/new': requests,
  '/cash': cash,
  '/cash/add': addMoney,
  '/cash/out': cashOut,
  '/cash/recurring': recurring,
  '/automatic': automatic,
  '/admin-transactions-history': merchants,
  '/admin/transaction-detail': merchants,
  '/admin/transaction-history': merchants,
  '/admin/desk': desk,
  '/admin/desk/closed': desk,
  '/admin/desk/position': desk,
  '/admin/desk/customer/:id': desk,
  '/admin/desk/:kind/:id': desk,
  '/profile': profile,
  '/profile/mobile': profile,
  '/profile/:section': profile,
};
