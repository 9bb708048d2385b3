import { isCloseEnough, MOVED_TOO_FAR } from '#core/money/quote-change.ts';
import { type Settled, settle } from '#transport/calls/settle.ts';
import type { ConfirmAnswer, ConversionDeps, ConversionIntent } from './conversion-deps.ts';
import { buttonIn, type ConversionState, isRenewed, type Quote } from './conversion-state.ts';
import type { QuoteCycle } from './quote/quote-cycle.ts';
import type { ConversionRules, ConversionSummary } from './rules.ts';

const summaryOf = ({ data }: ConfirmAnswer): ConversionSummary => ({
  source: data.source_currency_id,
  sourceAmount: data.source_currency_amount,
  target: data.target_currency_id,
  targetAmount: data.target_currency_amount,
});

/** Executes a quote exactly once and finds out what happened (SWAP-13, SWAP-14, BEY-01, BEY-02). */
export function confirmation(
  state: ConversionState,
  deps: ConversionDeps,
  rules: ConversionRules,
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
    if (leaving.signal.aborted) deps.announce('success', rules.successText(summary));
    else reloadBalances();
  }

  /** Nothing was exchanged, for certain. The amount stays; the quote cannot be used again. */
  function fail(text: string): void {
    quotes.clear();
    state.phase = rules.failureScreen ? 'failure' : 'form';
    state.summary = undefined;
    state.error = text;
    if (leaving.signal.aborted) deps.announce('error', text);
    else reloadBalances();
  }

  function showChecking(intent: ConversionIntent): void {
    state.phase = 'checking';
    state.summary = intent.summary;
  }

  function conclude(settled: Settled<ConfirmAnswer>): void {
    switch (settled.kind) {
      case 'done':
        succeed(settled.value);
        break;
      case 'refused':
        fail(rules.errorText(settled.failure));
        break;
      case 'never':
        fail(rules.neverHappened);
        break;
      case 'unknown':
        // The customer left the page. The intent stays on the device and is picked up next time.
        // Its amount must not become a draft, because it may have been exchanged.
        Object.assign(state, { phase: 'form', amount: '' });
    }
  }

  async function send(quote: Quote, aimedAt: Quote, userId: string): Promise<void> {
    quotes.stop();
    const intent = deps.newIntent({
      source: state.pair.source,
      sourceAmount: quote.sourceAmount,
      target: state.pair.target,
      targetAmount: quote.targetAmount,
    });
    state.phase = 'confirming';
    state.early = false;
    state.error = undefined;
    state.summary = intent.summary;
    const request = {
      conversionQuoteId: quote.id,
      userId,
      ...(quote.id !== aimedAt.id && { insteadOfQuoteId: aimedAt.id }),
    };
    conclude(await settle(intent, request, () => showChecking(intent), leaving.signal));
  }

  /**
   * With more time to decide, a press takes the newest quote, if it is close to the one the customer saw
   * (EASE-04).
   */
  async function sendNewest(aimedAt: Quote, userId: string): Promise<void> {
    state.phase = 'confirming';
    const newest = await quotes.newest();
    state.phase = 'form';
    if (!newest || leaving.signal.aborted) return;
    if (isCloseEnough(quotes.unitsOf(aimedAt), quotes.unitsOf(newest))) {
      return send(newest, aimedAt, userId);
    }
    state.error = MOVED_TOO_FAR;
  }

  async function confirm(): Promise<void> {
    const userId = deps.userId();
    const aimedAt = quotes.aimedAt();
    // The phase changes before anything is awaited, so a second tap has no effect.
    if (state.phase !== 'form' || !buttonIn(state, rules).enabled || !aimedAt || !userId) return;
    if (state.hasMoreTime) return sendNewest(aimedAt, userId);
    // The quote was replaced just before the press, which was meant for the one before: it takes neither.
    if (aimedAt.id !== state.shown?.id) {
      state.early = true;
      return;
    }
    if (aimedAt.expiresAt <= deps.now()) {
      quotes.expire();
      state.early = isRenewed(state, rules);
      return;
    }
    return send(aimedAt, aimedAt, userId);
  }

  /** Checks a conversion from an earlier visit whose outcome the customer has not seen. */
  async function pickUp(): Promise<void> {
    const [intent] = deps.openIntents();
    if (state.phase !== 'form' || !intent) return;
    showChecking(intent);
    conclude(await intent.check(leaving.signal));
  }

  function done(): void {
    if (state.phase !== 'success' && state.phase !== 'failure') return;
    state.phase = 'form';
    state.error = undefined;
    state.summary = undefined;
    void pickUp();
  }

  return { confirm, pickUp, done, leave: () => leaving.abort() };
}
