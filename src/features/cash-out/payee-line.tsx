import type { Payee } from '#core/contract/money/payee.ts';
import { Icon } from '#ui/marks/icon.tsx';
import css from './cash-out.module.css';
import type { CashOutMachine } from './cash-out-machine.ts';
import { type CashOutState, needsConfirming } from './cash-out-state.ts';

/** The bank's answer, and what to do. */
function textOf({ answer, name, allowed }: Payee): string {
  switch (answer) {
    case 'match':
      return 'The bank says that this account is in your name.';
    case 'close':
      return name
        ? `The bank has a slightly different name for this account: “${name}”. If that is not you, go back and choose another account.`
        : 'The bank has a slightly different name for this account. Compare its number with your bank’s before you confirm.';
    case 'none':
      if (allowed)
        return 'The bank has another name for this account. We have looked at it, and you can cash out to it.';
      return `The bank says that this account is in another name. Cash goes to your own accounts only: go back and choose another one. If it is yours, confirm and write to support, and an officer looks at it.`;
    case 'unknown':
      return 'The bank did not answer whose account this is. Compare its number with your bank’s before you confirm. Without a second factor or a passkey, the payout waits longer before it goes.';
  }
}

interface Props {
  readonly machine: CashOutMachine;
  readonly state: CashOutState;
}

/** KEEP-17: shows in whose name the bank has the account, before anything is sent. */
export function PayeeLine({ machine, state }: Props) {
  const { payee, payeeConfirmed } = state;
  if (!payee || payee === 'asking') {
    return (
      <p className="help" role="status">
        Asking the bank whose account this is…
      </p>
    );
  }
  const { answer } = payee;
  if (answer === 'match') {
    return (
      <p className={`help ${css.match}`} role="status">
        <Icon name="check" size="xs" />
        <span>{textOf(payee)}</span>
      </p>
    );
  }
  return (
    <div
      className={`banner banner--${answer === 'none' ? 'error' : 'warn'}`}
      role={answer === 'none' ? 'alert' : 'status'}
    >
      <Icon name={answer === 'none' ? 'alert' : 'info'} />
      <div className="grow stack stack--tight">
        <p>{textOf(payee)}</p>
        {needsConfirming(answer) && (
          <label className={css.confirm}>
            <input
              type="checkbox"
              checked={payeeConfirmed}
              onChange={({ target }) => machine.confirmPayee(target.checked)}
            />
            This account is mine
          </label>
        )}
      </div>
    </div>
  );
}
