import { subscribe } from 'valtio/vanilla';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { entriesOf, underWay } from '#core/statement/portfolio.ts';
import { showBadge } from '#platform/device/badge.ts';
import { followOnline } from '#platform/page/online.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { loadForex } from '#transport/money/forex-rates.ts';
import { forgetful } from '#transport/session/scope.ts';
import { createWallet } from './wallet-state.ts';

/** The wallet of this tab. It outlives the page, so that coming back to it shows what was known. */
export const wallet = forgetful(
  createWallet({
    read: (show) =>
      readThrough('wallet', getWalletList, { quoteCurrencyId: 'USD' }, (answer, { asOf, source }) =>
        show(entriesOf(answer), asOf, source),
      ),
    loadRates: loadForex,
    now: serverNow,
  }),
);

followOnline((isOnline) => isOnline || wallet.asKept());

// After a sign-out the entries are empty, so the badge is cleared, too.
subscribe(wallet.state, () => showBadge(underWay(wallet.state.entries)));
