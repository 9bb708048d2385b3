import { keptOf } from '#core/money/cash.ts';
import { formatCrypto } from '#core/money/format.ts';
import { spreadIn } from '#core/money/quote.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import type { ConversionState } from './conversion-state.ts';
import { percentOf, UNKNOWN } from './view-model.ts';

interface Props {
  readonly state: ConversionState;
  /** The value of an amount in the customer's currency. */
  readonly worth: (code: string, amount: string) => string | undefined;
}

/** Explains the costs of reaching a target that has no pair with the source (EASE-20). */
export function TwoSteps({ state, worth }: Props) {
  const { pair, onward, shown, second } = state;
  if (!onward) return null;
  const costOf = (code: string, amount: string, bps: number): string => {
    const cost = worth(code, spreadIn(amount, keptOf(pair.target).scale, bps));
    return cost ? `${percentOf(bps)}, ${cost}` : percentOf(bps);
  };
  return (
    <section className="card pad stack" aria-label="Two steps">
      <p>
        {keptOf(pair.source).name} cannot be swapped to {keptOf(onward).name} at once. This is the
        first of two steps, by way of {pair.target}.
      </p>
      <dl className="kv num">
        <div>
          <dt>Spread to {pair.target}</dt>
          <dd translate="no">
            {shown ? costOf(pair.target, shown.targetAmount, shown.spreadBps) : UNKNOWN}
          </dd>
        </div>
        <div>
          <dt>Spread to {onward}</dt>
          <dd translate="no">
            {shown && second ? costOf(pair.target, shown.targetAmount, second.spreadBps) : UNKNOWN}
          </dd>
        </div>
        <div className="total">
          <dt>In the end, about</dt>
          <dd translate="no">
            {shown && second ? (
              <Explained
                name="In the end, about"
                of={async () => {
                  const { explainQuote } = await import('./quote/explain-quote.ts');
                  return explainQuote({ source: pair.target, target: onward }, second, 'received');
                }}
              >
                {formatCrypto(second.targetAmount, onward)}
              </Explained>
            ) : (
              UNKNOWN
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
