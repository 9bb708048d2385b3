import { formatDecimal } from '#core/domain/format.ts';
import { confirmErrorText, NEVER_HAPPENED, swappedText } from '#core/domain/swap-texts.ts';
import type { QuoteCycle } from './quote-cycle.ts';
import type { Checked, ConfirmAnswer, Confirmed, SwapDeps, SwapIntent } from './swap-deps.ts';
import { buttonIn, type SwapState, type SwapSummary } from './swap-state.ts';

const summaryOf = ({ data }: ConfirmAnswer): SwapSummary => ({
  source: data.source_currency_id,
  sourceAmount: data.source_currency_amount,
  target: data.target_currency_id,
  targetAmount: data.target_currency_amount,
});

export const successText = (summary: SwapSummary): string =>
  swappedText(
    formatDecimal(summary.sourceAmount),
    summary.source,
    formatDecimal(summary.targetAmount),
    summary.target,
  );

/** Executing a quote exactly once and finding out what happened (SWAP-13, SWAP-14, BEY-01, BEY-02). */
export function confirmation(
  state: SwapState,
  deps: SwapDeps,
  quotes: QuoteCycle,
  reloadBalances: () => void,
) {
  const leaving = new AbortController();

  function succeed(answer: ConfirmAnswer): void {
    quotes.clear();
    const summary = summaryOf(answer);
    state.amount = '';
    state.summary = summary;
    state.phase = 'success';
    if (leaving.signal.aborted) deps.announce('success', successText(summary));
    else reloadBalances();
  }

  /** It is certain that nothing was exchanged. The amount stays; the quote cannot be used again. */
  function fail(text: string): void {
    quotes.clear();
    state.phase = 'form';
    state.summary = undefined;
    state.error = text;
    if (leaving.signal.aborted) deps.announce('error', text);
    else reloadBalances();
  }

  async function check(intent: SwapIntent): Promise<void> {
    state.phase = 'checking';
    state.summary = intent.summary;
    const checked: Checked = await intent.check(leaving.signal);
    switch (checked.kind) {
      case 'done':
        return succeed(checked.value);
      case 'never':
        return fail(NEVER_HAPPENED);
      case 'unknown':
        // The page is gone; the intent stays on the device and is picked up next time.
        state.phase = 'form';
        return;
    }
  }

  async function confirm(): Promise<void> {
    const quote = state.shown;
    const userId = deps.userId();
    // The phase changes before anything is awaited, so a second tap finds the door closed.
    if (state.phase !== 'form' || !buttonIn(state).enabled || !quote || !userId) return;
    if (quote.expiresAt <= deps.now()) return quotes.expire();
    quotes.stop();
    const intent = deps.newIntent({
      source: state.pair.source,
      sourceAmount: quote.sourceAmount,
      target: state.pair.target,
      targetAmount: quote.targetAmount,
    });
    state.phase = 'confirming';
    state.error = undefined;
    state.summary = intent.summary;
    const result: Confirmed = await intent.confirm(quote.id, userId);
    switch (result.kind) {
      case 'done':
        return succeed(result.value);
      case 'refused':
        return fail(confirmErrorText(result.failure));
      case 'unknown':
        return check(intent);
    }
  }

  /** A swap of an earlier visit whose outcome nobody saw. */
  function pickUp(): void {
    const [intent] = deps.openIntents();
    if (state.phase === 'form' && intent) void check(intent);
  }

  function done(): void {
    if (state.phase !== 'success') return;
    state.phase = 'form';
    state.summary = undefined;
    pickUp();
  }

  return { confirm, pickUp, done, leave: () => leaving.abort() };
}
