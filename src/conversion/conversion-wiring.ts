import { confirmSwap, getInstruments, swapCrypto } from '#core/contract/money/swap.ts';
import { asNever, ok } from '#core/failure.ts';
import { holdFlow } from '#platform/page/flow-lock.ts';
import { isAttended } from '#platform/page/on-return.ts';
import { after } from '#platform/time/after.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { sendable } from '#transport/calls/once.ts';
import { type Intent, newIntent, openIntents } from '#transport/customer/intents.ts';
import { readBalances } from '#transport/money/balances.ts';
import { endsWithScope } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import type { ConversionDeps, ConversionIntent } from './conversion-deps.ts';
import type { ConversionRules, ConversionSummary } from './rules.ts';

/** How long the server is asked to hold a quote. */
const QUOTE_SECONDS = 10;
const INSTRUMENTS = 200;

const conversionIntent = (intent: Intent): ConversionIntent => ({
  summary: {
    source: intent.summary.source ?? '',
    sourceAmount: intent.summary.sourceAmount ?? '',
    target: intent.summary.target ?? '',
    targetAmount: intent.summary.targetAmount ?? '',
  },
  ...sendable(intent, confirmSwap),
});

/** Kept swaps and sales share an endpoint; the kind in their summary tells them apart. */
const kindOf = (intent: Intent): string => intent.summary.kind ?? 'swap';

/** The machine's dependencies in a browser. */
export const conversionDeps = ({ kind }: ConversionRules): ConversionDeps => ({
  now: serverNow,
  uptime: () => performance.now(),
  after,
  attended: isAttended,
  userId: () => session.user?.id,
  quote: (source, target, amount) =>
    call(swapCrypto, {
      sourceCurrencyId: source,
      targetCurrencyId: target,
      ttl: QUOTE_SECONDS,
      sourceCurrencyAmount: amount,
    }),
  // A quote that was lost does no harm.
  connectionText: (failure) => failureText(asNever(failure), 'Failed to get quote'),
  newIntent: (summary: ConversionSummary) =>
    conversionIntent(newIntent(confirmSwap.path, { ...summary, kind })),
  openIntents: () =>
    openIntents(confirmSwap.path)
      .filter((intent) => kindOf(intent) === kind)
      .map(conversionIntent),
  async instruments() {
    const outcome = await call(getInstruments, { limit: INSTRUMENTS });
    return outcome.ok ? ok(outcome.value.data.instruments) : outcome;
  },
  balances: readBalances,
  hold: () => endsWithScope(holdFlow(kind)),
  announce: (kind, text) => void toast[kind](text),
});
