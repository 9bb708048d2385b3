import { useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { marketOf } from '#core/money/region.ts';
import { convertFromUsd, rates } from '#transport/money/forex-rates.ts';
import { session } from '#transport/session/session.ts';
import { moneyOf, walletView } from './wallet-view.ts';
import { wallet } from './wallet-wiring.ts';

/** The wallet as it is known, in the customer's currency, with the rates that it is valued at. */
export function useWalletView() {
  const state = useSnapshot(wallet.state);
  const known = useSnapshot(rates);
  const market = marketOf(useSnapshot(session));
  const { status, entries } = state;
  // Memoised, so that a press, as on the eye, does not compute it again.
  const money = useMemo(() => moneyOf(market, known, convertFromUsd), [market, known]);
  const view = useMemo(
    () => walletView({ status, entries }, market, money),
    [status, entries, market, money],
  );
  return { state, known, market, money, view };
}
