import { confirmSwap, getInstruments, swapCrypto } from '#core/contract/swap.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { ok } from '#core/failure.ts';
import { serverNow } from '#platform/clock.ts';
import { holdFlow } from '#platform/flow-lock.ts';
import { online } from '#platform/network.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { type Intent, newIntent, openIntents } from '#transport/intents.ts';
import { askUntilKnown, perform } from '#transport/once.ts';
import { readThrough } from '#transport/read-through.ts';
import { session } from '#transport/session.ts';
import { toast } from '#ui/toasts.ts';
import type { SwapDeps, SwapIntent } from './swap-deps.ts';
import type { SwapSummary } from './swap-state.ts';

const swapIntent = (intent: Intent): SwapIntent => ({
  summary: {
    source: intent.summary.source ?? '',
    sourceAmount: intent.summary.sourceAmount ?? '',
    target: intent.summary.target ?? '',
    targetAmount: intent.summary.targetAmount ?? '',
  },
  confirm: (conversionQuoteId, userId) =>
    perform(intent, confirmSwap, { conversionQuoteId, userId }),
  check: (signal) => askUntilKnown(intent, confirmSwap, signal),
});

/** The swap machine's world in a browser. */
export const browserDeps: SwapDeps = {
  now: serverNow,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  attended: () => document.visibilityState === 'visible' && online.peek(),
  userId: () => session.user?.id,
  quote: (source, target, amount) =>
    call(swapCrypto, {
      sourceCurrencyId: source,
      targetCurrencyId: target,
      sourceCurrencyAmount: amount,
    }),
  connectionText: (failure) => failureText(failure, ''),
  newIntent: (summary: SwapSummary) => swapIntent(newIntent(confirmSwap.path, { ...summary })),
  openIntents: () => openIntents(confirmSwap.path).map(swapIntent),
  async instruments() {
    const outcome = await call(getInstruments, {});
    return outcome.ok ? ok(outcome.value.data.instruments) : outcome;
  },
  async balances(show) {
    let known = false;
    await readThrough('wallet', getWalletList, {}, (answer, { asOf, source }) => {
      known = true;
      show(answer.data, asOf, source === 'snapshot');
    });
    return known;
  },
  hold: () => holdFlow('swap'),
  announce: (kind, text) => {
    toast[kind](text);
  },
};
