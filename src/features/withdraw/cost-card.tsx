import { type ReactNode, useId } from 'react';
import { formatUnits, parseUnits } from '#core/domain/decimal.ts';
import { formatCrypto } from '#core/domain/format.ts';
import { routeOf } from '#core/domain/withdraw-form.ts';
import { Icon } from '#ui/icon.tsx';
import { fiatText } from './texts.ts';
import css from './withdraw.module.css';
import { formIn, type WithdrawState } from './withdraw-state.ts';

interface Props {
  readonly state: WithdrawState;
  /** What the recipient gets; undefined while it is not known. */
  readonly amount: string | undefined;
  readonly ready: boolean;
  readonly online: boolean;
  readonly children: ReactNode;
}

/** What it costs, what is in the way, and the way on. */
export function CostCard({ state, amount, ready, online, children }: Props) {
  const reason = useId();
  const { asset, phase } = state;
  const fee = routeOf(formIn(state))?.withdrawal_fee;
  const units = amount === undefined ? undefined : parseUnits(amount, asset.scale);
  const feeUnits = fee === undefined ? undefined : parseUnits(fee, asset.scale);
  const total =
    units === undefined || feeUnits === undefined
      ? undefined
      : formatUnits(units + feeUnits, asset.scale);
  const busy = phase === 'gate';
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
      {children}
      <button
        className="btn btn--primary btn--wide"
        type="submit"
        aria-disabled={!ready || !online || busy}
        aria-busy={busy || undefined}
        aria-describedby={online ? undefined : reason}
      >
        {busy && <span className="spin" aria-hidden="true" />}
        Withdraw
      </button>
      {!online && (
        <p className="reason" id={reason}>
          <Icon name="offline" size="s" />
          Withdrawing needs a connection. Nothing is sent later by itself.
        </p>
      )}
    </section>
  );
}
