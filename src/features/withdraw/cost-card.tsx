import { formatUnits, parseUnits } from '#core/domain/decimal.ts';
import { formatCrypto } from '#core/domain/format.ts';
import { routeOf } from '#core/domain/withdraw-form.ts';
import { fiatText } from './texts.ts';
import css from './withdraw.module.css';
import { formIn, type WithdrawState } from './withdraw-state.ts';

interface Props {
  readonly state: WithdrawState;
  /** What the recipient gets; undefined while it is not known. */
  readonly amount: string | undefined;
}

/** What the recipient gets, what the network takes, and both together. */
export function CostCard({ state, amount }: Props) {
  const { asset } = state;
  const fee = routeOf(formIn(state))?.withdrawal_fee;
  const units = amount === undefined ? undefined : parseUnits(amount, asset.scale);
  const feeUnits = fee === undefined ? undefined : parseUnits(fee, asset.scale);
  const total =
    units === undefined || feeUnits === undefined
      ? undefined
      : formatUnits(units + feeUnits, asset.scale);
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
