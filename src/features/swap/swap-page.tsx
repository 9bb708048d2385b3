import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { marketCurrencyOf } from '#core/domain/region.ts';
import { online } from '#platform/network.ts';
import { masked } from '#platform/preferences.ts';
import { shownAsOf } from '#platform/shown-as-of.ts';
import { convertFromUsd, loadForex, rates } from '#transport/forex.ts';
import { session } from '#transport/session.ts';
import { browserDeps } from './browser.ts';
import { SwapChecking } from './swap-checking.tsx';
import { SwapForm } from './swap-form.tsx';
import { createSwap, type SwapMachine } from './swap-machine.ts';
import { SwapSuccess } from './swap-success.tsx';
import { fiatText } from './view-model.ts';

const marketOf = (current: { currencyName: string; continentCode: string }): string =>
  marketCurrencyOf({ currency: current.currencyName, continentCode: current.continentCode });

/** A machine for as long as the page is open. */
function useSwap(): SwapMachine | undefined {
  const [swap, setSwap] = useState<SwapMachine>();
  useEffect(() => {
    const machine = createSwap(browserDeps, marketOf(session));
    setSwap(machine);
    machine.start();
    void loadForex();
    const resume = (): void => {
      if (document.visibilityState === 'visible') machine.resume();
    };
    let was = online.peek();
    const unsubscribe = online.subscribe((now) => {
      if (now && !was) resume();
      was = now;
    });
    document.addEventListener('visibilitychange', resume);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', resume);
      machine.leave();
    };
  }, []);
  return swap;
}

function SwapScreen({ swap }: { swap: SwapMachine }) {
  useSignals();
  // A field that is redrawn later than it is typed into loses its caret.
  const state = useSnapshot(swap.state, { sync: true });
  const known = useSnapshot(rates);
  const market = marketOf(useSnapshot(session));
  const { holdingsAsOf } = state;
  useEffect(() => {
    shownAsOf.value = holdingsAsOf?.getTime();
    return () => {
      shownAsOf.value = undefined;
    };
  }, [holdingsAsOf]);
  useEffect(() => swap.setMarket(market), [swap, market]);

  switch (state.phase) {
    case 'success':
      return state.summary && <SwapSuccess summary={state.summary} onDone={swap.done} />;
    case 'checking':
      return <SwapChecking summary={state.summary} online={online.value} />;
    case 'form':
    case 'confirming':
      return (
        <SwapForm
          swap={swap}
          state={state}
          online={online.value}
          masked={masked.value}
          fiatOf={(side) => {
            const { pair, amount, shown } = state;
            if (market !== 'USD' && known.status === 'loading') return 'Loading currency...';
            const text = side === 'source' ? amount : (shown?.targetAmount ?? '');
            return fiatText(state, pair[side], text || '0', market, (usd) =>
              convertFromUsd(usd, market, known.rates),
            );
          }}
        />
      );
  }
}

export function SwapPage() {
  const swap = useSwap();
  return swap ? <SwapScreen swap={swap} /> : null;
}
