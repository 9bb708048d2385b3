import { formatCrypto } from '#core/domain/format.ts';
import css from '#withdrawal/steps.module.css';
import { fiatText } from './texts.ts';
import type { WithdrawState } from './withdraw-state.ts';

/** Decimal strings of the asset; undefined while one is not known. */
interface Props {
  readonly state: WithdrawState;
  /** What the recipient gets. */
  readonly amount: string | undefined;
  readonly fee: string | undefined;
  readonly total: string | undefined;
}

/** What the recipient gets, what the network takes, and both together. */
export function CostCard({ state, amount, fee, total }: Props) {
  const { asset } = state;
  const both = (text: string | undefined) =>
    text === undefined ? (
      '–'
    ) : (
      <>
        {formatCrypto(text, asset.code)}
        <small className="muted">{fiatText(state, text)}</small>
      </>
    );
  return (
    <section className={`card pad stack ${css.facts}`} aria-label="Cost">
      <dl className="kv num">
        <div>
          <dt>Recipient gets</dt>
          <dd>{both(amount)}</dd>
        </div>
        <div>
          <dt>Network fee</dt>
          <dd>{both(fee)}</dd>
        </div>
        <div className="total">
          <dt>Total from your wallet</dt>
          <dd>{both(total)}</dd>
        </div>
      </dl>
    </section>
  );
}
