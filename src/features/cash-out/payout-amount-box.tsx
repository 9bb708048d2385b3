import { useId } from 'react';
import { formatUnits } from '#core/money/decimal.ts';
import { fiatSymbol, formatFiat, group } from '#core/money/format.ts';
import { isLimited, maximum } from '#core/money/withdraw-form.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import { AmountInput } from '#ui/forms/amount-field.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import steps from '#withdrawal/steps.module.css';
import type { CashOutMachine } from './cash-out-machine.ts';
import { type CashOutState, formIn } from './cash-out-state.ts';

interface Props {
  readonly machine: CashOutMachine;
  readonly state: CashOutState;
  readonly problem: string | undefined;
  readonly masked: boolean;
}

/** The amount as it is shown while nobody types: its whole part in groups. */
function groupedAmount(amount: string): string {
  const [whole = '', ...fraction] = amount.split('.');
  return [group(whole), ...fraction].join('.');
}

/** The minimum, the fee, and the rest of the daily limit if it is known and restricts the payout. */
function Bounds({ state }: { readonly state: CashOutState }) {
  const { cash, terms } = state;
  const { cover } = formIn(state);
  const limit =
    cover?.limit === undefined
      ? undefined
      : formatFiat(formatUnits(cover.limit, cash.scale), cash.code);
  if (state.termsStatus === 'loading' || state.holdingStatus === 'loading') {
    // An invisible text of the usual length keeps the height until all of it is loaded, so that nothing below moves.
    const [least, fee, rest] = ['10', '0.5', '10000'].map((usual) => formatFiat(usual, cash.code));
    return (
      <span className={steps.unseen}>
        Minimum {least}, fee {fee}, {rest} left of today’s limit
      </span>
    );
  }
  return (
    <>
      {terms &&
        `Minimum ${formatFiat(terms.minimum, cash.code)}, fee ${formatFiat(terms.fee, cash.code)}`}
      {terms && limit !== undefined && ', '}
      {limit !== undefined && (
        <>
          <Explained
            of={async () => (await import('./explain-cost.ts')).explainLimit(state)}
            name="Left of today’s limit"
          >
            {limit}
          </Explained>{' '}
          left of today’s limit
        </>
      )}
    </>
  );
}

/** The amount, with its minimum and maximum shown before anything is typed (BEY-09). */
export function AmountBox({ machine, state, problem, masked }: Props) {
  const field = useId();
  const note = useId();
  const { cash, terms, amount } = state;
  const { cover } = formIn(state);
  const locked = state.phase !== 'form';
  // The maximum depends on the fee.
  const most = terms && cover && formatUnits(maximum(cover), cash.scale);
  const bound = cover && isLimited(cover) ? 'today’s limit' : 'your balance';
  const wrong = state.doubt ?? problem;
  return (
    <div className={steps.amount}>
      <div className="amount">
        <label className="label muted" htmlFor={field}>
          Amount
        </label>
        <div className="amount__row">
          <span className="sym" aria-hidden="true">
            {fiatSymbol(cash.code)}
          </span>
          <AmountInput
            id={field}
            value={amount}
            rested={amount.endsWith('.') ? undefined : groupedAmount(amount)}
            disabled={locked}
            invalid={wrong !== undefined}
            describedBy={note}
            onText={(text) => {
              machine.typeAmount(text);
              return machine.state.amount;
            }}
          />
        </div>
        <div className="amount__foot num">
          <button
            className={`textbtn ${steps.max}`}
            type="button"
            disabled={locked || most === undefined}
            onClick={machine.max}
          >
            <span>Max</span>
            {!masked && most !== undefined && <span>{formatFiat(most, cash.code)},</span>}
            {most !== undefined && <span className="muted">{bound}</span>}
          </button>
        </div>
      </div>
      <div className={steps.note} id={note}>
        <p className="help">
          <Bounds state={state} />
        </p>
        {wrong && (
          <p className="error" role="alert">
            <Icon name="alert" size="xs" />
            {wrong}
          </p>
        )}
      </div>
    </div>
  );
}
