import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { BankLines } from './bank-lines.tsx';
import { bank } from './bank-state.ts';

/** On the page of cash: the account that money is sent to, if there is one. It is opened on the page to add money. */
export function BankSheet() {
  const online = useOnline();
  const { data, failure } = useSnapshot(bank.known);
  useReload(bank.load);
  const account = data?.account;
  return (
    <section className="card pad stack" aria-labelledby="bank-sheet">
      <h2 id="bank-sheet">Add money</h2>
      {account ? (
        <>
          <p className="small muted">
            From an account in your own name. It usually arrives within minutes.
          </p>
          {account.sandbox && (
            <p className="small">
              <b>Sandbox account.</b> No bank holds it: real money sent to it is lost.
            </p>
          )}
          <BankLines account={account} />
        </>
      ) : (
        <>
          <p className="small muted">
            {data
              ? 'You have no account for transfers yet.'
              : online
                ? (failure ?? 'Loading your account details')
                : 'Your account details are not saved on this device yet.'}
          </p>
          <Link className="btn btn--secondary btn--wide" href="/cash/add">
            Show how
          </Link>
        </>
      )}
    </section>
  );
}
