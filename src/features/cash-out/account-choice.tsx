import { Link } from 'wouter';
import { addsAccount, payoutWaits } from '#core/carried/way-out.ts';
import type { PayoutAccount } from '#core/contract/money/bank.ts';
import { accountText, shownAccount } from '#core/money/account-number.ts';
import css from './cash-out.module.css';
import type { CashOutMachine } from './cash-out-machine.ts';
import type { CashOutState } from './cash-out-state.ts';
import { isPayable } from './payout-form.ts';

/** Why an account can’t be chosen. */
const reasons: Readonly<Partial<Record<PayoutAccount['standing'], string>>> = {
  'other-name': 'Not in your own name: cash is paid out to yourself only',
  waits: '“Address book only” is on: it can be chosen 24 hours after it was saved',
};

function Choice({
  account,
  state,
  machine,
}: {
  readonly account: PayoutAccount;
  readonly state: CashOutState;
  readonly machine: CashOutMachine;
}) {
  const why = reasons[account.standing];
  return (
    <label className={css.choice} data-off={why !== undefined || undefined}>
      <input
        type="radio"
        name="account"
        checked={account.address_id === state.accountId}
        disabled={!isPayable(account) || state.phase !== 'form'}
        onChange={() => machine.chooseAccount(account.address_id)}
      />
      <span>
        <b>{account.label}</b>
        <small className="muted">{account.holder}</small>
        <small className={`num ${css.number}`} translate="no">
          {shownAccount(accountText(account))}
        </small>
        {why && <small className="muted">{why}</small>}
      </span>
    </label>
  );
}

interface Props {
  readonly machine: CashOutMachine;
  readonly state: CashOutState;
  readonly problem: string | undefined;
}

/** Where cash goes: accounts of the address book, with nothing to type again (BANK-05, BANK-07). */
export function AccountChoice({ machine, state, problem }: Props) {
  const { accounts, termsStatus, cash } = state;
  // Accounts that can be chosen come first.
  const inOrder = [...accounts].sort((a, b) => Number(isPayable(b)) - Number(isPayable(a)));
  const kind = cash.code === 'EUR' ? 'IBAN' : 'BSB and account number';
  return (
    <fieldset className={`card ${css.accounts}`}>
      <legend className={css.legend}>To your account</legend>
      {termsStatus === 'loading' && (
        <div className={`skel ${css.waiting}`} role="status" aria-label="Loading your accounts" />
      )}
      {termsStatus === 'failed' && <p className="muted">Your accounts are not known here yet.</p>}
      {inOrder.map((account) => (
        <Choice key={account.address_id} account={account} state={state} machine={machine} />
      ))}
      {termsStatus === 'ready' && accounts.length === 0 && (
        <p className="muted">
          Your address book has no {cash.code} account yet. Save one in your own name, with its{' '}
          {kind}.
        </p>
      )}
      {problem !== undefined && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {termsStatus !== 'loading' && (
        <Link
          className="textbtn"
          href="/profile/addressBook"
          state={{ ...addsAccount.give('fiat'), ...payoutWaits.give(true) }}
          onClick={machine.addAccount}
        >
          {accounts.length === 0 ? 'Add an account' : 'Add another account'}
        </Link>
      )}
    </fieldset>
  );
}
