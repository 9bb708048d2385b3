import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { BankDetails, BankTransfer } from '#core/contract/money/bank.ts';
import { isCashCode } from '#core/money/cash.ts';
import { formatFiat } from '#core/money/format.ts';
import { marketOf } from '#core/money/region.ts';
import { leads } from '#core/page-leads.ts';
import { isZero } from '#core/statement/portfolio.ts';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { onChanged } from '#platform/page/data-changes.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { useUnreadCopy } from '#ui/hooks/use-unread-copy.ts';
import { Mask } from '#ui/marks/mask.tsx';
import { NoCash } from '#ui/marks/no-cash.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { QrCode } from '#ui/marks/qr-code.tsx';
import { BankLines } from './bank-lines.tsx';
import { bank, loadBank, unopened } from './bank-state.ts';
import { epcCode } from './epc-code.ts';
import css from './receive.module.css';

const QR_SIZE = 170;

function Account({ account }: { readonly account: BankDetails }) {
  return (
    <section className={`card pad stack ${css.main}`} aria-labelledby="bank-account">
      <h2 id="bank-account">Your account for {account.currency_id} transfers</h2>
      {account.iban && (
        <div className={css.qr}>
          <QrCode
            data={epcCode(account)}
            label="Code for your bank’s app"
            size={QR_SIZE}
            correction="M"
          />
        </div>
      )}
      {account.iban && (
        <p className="small muted">Scan it with your bank’s app, and choose the amount there.</p>
      )}
      {account.sandbox && (
        <p className={`small ${css.sandbox}`}>
          <b>Sandbox account.</b> No bank holds it: real money sent to it is lost.
        </p>
      )}
      <BankLines account={account} />
    </section>
  );
}

const states: Readonly<Record<BankTransfer['state'], readonly [tone: string, text: string]>> = {
  pending: ['pill--wait', 'On its way'],
  checking: ['pill--wait', 'Being checked'],
  returning: ['pill--wait', 'Going back'],
  returned: ['pill--bad', 'Sent back'],
};

/** Transfers that have arrived but are not credited. */
function Transfers({ transfers }: { readonly transfers: readonly BankTransfer[] }) {
  const isMasked = useMasked();
  return (
    <section className="card" aria-label="Transfers">
      <h2 className="card__head">Transfers</h2>
      <ul className="rows">
        {transfers.map(({ transfer_id, amount, currency_id, payer, state }) => (
          <li key={transfer_id} className={css.deposit}>
            <span>
              <b className="num" translate="no">
                {isMasked ? <Mask of="Amount" /> : formatFiat(amount, currency_id)}
              </b>
              <small className="muted">{payer || 'Name not known'}</small>
            </span>
            <span className={`pill ${states[state][0]}`}>{states[state][1]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown instead of the account until there is one. */
function Without({ online }: { readonly online: boolean }) {
  const { unverified, failure: refusal } = useSnapshot(unopened);
  const { failure = refusal } = useSnapshot(bank.known);
  const unread = useUnreadCopy('bank');
  const [asked, setAsked] = useState(false);
  if (unverified && failure === undefined) {
    return (
      <section className="card empty">
        <h2>Verify your account first</h2>
        <p>An account in your name can be opened once we know who you are.</p>
        <Button variant="primary" onClick={() => setAsked(true)}>
          Verify your account
        </Button>
        {asked && (
          <VerificationPrompt
            onClose={() => {
              setAsked(false);
              void loadBank();
            }}
          >
            Adding money by bank transfer needs a verified identity. It takes a few minutes.
          </VerificationPrompt>
        )}
      </section>
    );
  }
  if (failure === undefined && online) {
    return (
      <div className={`skel ${css.loading}`} role="status" aria-label="Loading your account" />
    );
  }
  return (
    <section className="card empty" role="alert">
      <h2>{online ? 'Your account is not available' : 'You’re offline'}</h2>
      <p>
        {online
          ? failure
          : (unread ??
            'Your account details are not saved on this device yet. They appear here when the connection is back.')}
      </p>
      {online && <Button onClick={() => void loadBank()}>Try again</Button>}
    </section>
  );
}

/** BANK-02: the account that the customer transfers money to; shown offline if it was seen before. */
export function AddMoneyPage() {
  const online = useOnline();
  const market = marketOf(useSnapshot(session));
  const { data, asOf } = useSnapshot(bank.known);
  const { account, transfers = [], owed = '0', owed_else: owedElse = [] } = data ?? {};
  useReload(loadBank);
  useShownAsOf(asOf);
  useEffect(() => onChanged(['balances'], () => void loadBank()), []);
  if (!isCashCode(market)) {
    return <NoCash />;
  }
  const debts = [
    ...(isZero(owed) ? [] : [formatFiat(owed, market)]),
    ...owedElse.map((one) => formatFiat(one.amount, one.currency_id)),
  ];
  return (
    <div className={css.task}>
      <p className="muted">{leads['/cash/add']}</p>
      {account ? <Account account={account} /> : <Without online={online} />}
      {debts.length > 0 && (
        <p className="banner banner--warn" role="status">
          <PageIcon name="alert" />
          <span>
            A bank took money back after it was spent: {debts.join(' and ')} is missing. It is taken
            from the cash that comes next.
          </span>
        </p>
      )}
      {account && (
        <ul className={`small muted ${css.notes}`}>
          <li>Send {market} from an account in your own name. Any other transfer goes back.</li>
          <li>
            There is no fee on our side. It usually arrives within minutes, at the latest on the
            next business day.
          </li>
        </ul>
      )}
      {transfers.length > 0 && <Transfers transfers={transfers} />}
    </div>
  );
}
