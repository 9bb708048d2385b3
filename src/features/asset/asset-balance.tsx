import { useSnapshot } from 'valtio/react';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import { whenOf } from '#core/time/clock-text.ts';
import { convertFromUsd, rates } from '#transport/money/forex-rates.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import css from './mould.module.css';

interface Props {
  readonly code: string;
  readonly name: string;
  /** Undefined while the balance is unknown: then none is shown (BEY-23). */
  readonly holding: Holding | undefined;
  readonly currency: string;
  readonly masked: boolean;
  /** The time the balance is from, if it is not current. */
  readonly agedAt: string | undefined;
  /** Offered if the last attempt to read the balance failed. */
  readonly onRetry: (() => void) | undefined;
}

/** What is held of an asset, and its worth. */
export function AssetBalance(props: Props) {
  const { code, name, holding, currency, masked, agedAt, onRetry } = props;
  const known = useSnapshot(rates);
  const value = holding && convertFromUsd(holding.usd, currency, known.rates);
  const explain = async (held: Holding, shown: string) =>
    (await import('./explain-asset.ts')).explainWorth(held, currency, shown);
  return (
    <section aria-label={`Your ${name}`}>
      <div className="line between">
        <p className="small muted">Your balance{holding && agedAt && ` ${whenOf(agedAt)}`}</p>
        {onRetry && (
          <button className="textbtn" type="button" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
      <p className={`num ${css.held}`} translate="no" data-testid="asset-balance">
        {!holding ? (
          'Not available yet'
        ) : masked ? (
          <Mask of="Balance" />
        ) : (
          formatCrypto(holding.available, code)
        )}
      </p>
      {/* Drawn before the value is known, so that nothing below moves. */}
      {!masked && (
        <p className="num small muted" translate="no">
          {value === undefined || !holding ? (
            '\u00a0'
          ) : (
            <Explained
              of={() => explain(holding, formatFiat(value, currency))}
              name="Value of your balance"
            >
              {formatFiat(value, currency)}
            </Explained>
          )}
        </p>
      )}
    </section>
  );
}
