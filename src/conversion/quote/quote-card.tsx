import css from '#conversion/conversion.module.css';
import { type ConversionState, isRenewed, type Quote } from '#conversion/conversion-state.ts';
import type { ConversionMachine } from '#conversion/machine.ts';
import type { ConversionRules } from '#conversion/rules.ts';
import { isAged, percentOf, UNKNOWN } from '#conversion/view-model.ts';
import { formatCrypto, formatDecimal } from '#core/money/format.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import type { QuoteFigure } from './explain-quote.ts';
import { QuoteRing } from './quote-ring.tsx';
import { RateLine } from './rate-line.tsx';

function headline(state: ConversionState, rules: ConversionRules, online: boolean): string {
  if (state.phase === 'confirming') return 'Rate accepted';
  switch (state.quote) {
    case 'active':
      return 'Rate held for you';
    case 'loading':
      return online ? 'Getting a rate' : 'No rate right now';
    case 'expired':
      return isRenewed(state, rules) && online ? RENEWING : 'Rate expired';
    case 'none':
      return state.amount === '' ? 'No rate yet' : 'No rate right now';
  }
}

const RENEWING = 'Getting fresh quote automatically...';

interface Props {
  readonly machine: ConversionMachine;
  readonly state: ConversionState;
  readonly online: boolean;
}

/** Rate, spread, and what the customer pays and gets: always shown, filled in by the quote. */
export function QuoteCard({ machine, state, online }: Props) {
  const { shown, pair } = state;
  const explain = (quote: Quote, figure: QuoteFigure) => async () =>
    (await import('./explain-quote.ts')).explainQuote(pair, quote, figure);
  const aged = isAged(state, machine.rules, online) ? 'stale' : '';
  return (
    <section className={`card pad stack ${css.quote}`} aria-label="Quote">
      <div className="line">
        <QuoteRing seconds={machine.secondsLeft} active={state.quote === 'active'} />
        <div className="grow">
          <p className="strong">{headline(state, machine.rules, online)}</p>
          <p className={`small muted num ${css.rateLine} ${aged}`} translate="no">
            {shown ? (
              <RateLine
                summary={{
                  source: pair.source,
                  sourceAmount: shown.sourceAmount,
                  target: pair.target,
                  targetAmount: shown.targetAmount,
                }}
                rate={`1 ${pair.source} = ${formatDecimal(shown.rate)} ${pair.target}`}
              />
            ) : (
              `${pair.source} to ${pair.target}`
            )}
          </p>
        </div>
      </div>
      <hr />
      <dl className={`kv num ${aged}`}>
        <div>
          <dt>Spread, included</dt>
          <dd translate="no">
            {shown ? (
              <Explained of={explain(shown, 'spread')} name="Spread, included">
                {percentOf(shown.spreadBps)}
              </Explained>
            ) : (
              UNKNOWN
            )}
          </dd>
        </div>
        <div>
          <dt>You pay</dt>
          <dd translate="no">{shown ? formatCrypto(shown.sourceAmount, pair.source) : UNKNOWN}</dd>
        </div>
        <div className="total">
          <dt>You get</dt>
          <dd key={shown?.targetAmount} data-fresh={state.before !== undefined} translate="no">
            {shown ? (
              <Explained of={explain(shown, 'received')} name="You get">
                {formatCrypto(shown.targetAmount, pair.target)}
              </Explained>
            ) : (
              UNKNOWN
            )}
          </dd>
        </div>
      </dl>
      <p className="vh" role="status">
        {state.spoken}
      </p>
    </section>
  );
}
