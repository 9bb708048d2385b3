import { type FormEvent, useId, useRef } from 'react';
import { Link } from 'wouter';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { leads } from '#core/page-leads.ts';
import { isUnanswered } from '#core/people/verification-texts.ts';
import { isZero } from '#core/statement/portfolio.ts';
import { GoBar } from '#ui/actions/go-bar.tsx';
import { CashCoin } from '#ui/marks/cash-coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { BalanceLine } from '#withdrawal/balance-line.tsx';
import { Hold } from '#withdrawal/hold.tsx';
import { IdentityNeeded } from '#withdrawal/identity-needed.tsx';
import { refusedIn } from '#withdrawal/sending.ts';
import steps from '#withdrawal/steps.module.css';
import { AccountChoice } from './account-choice.tsx';
import css from './cash-out.module.css';
import type { CashOutMachine } from './cash-out-machine.ts';
import { type CashOutState, formIn } from './cash-out-state.ts';
import { CostLines } from './cost-lines.tsx';
import { AmountBox } from './payout-amount-box.tsx';
import { centsIn, type PayoutProblem, payoutProblem } from './payout-form.ts';

interface Props {
  readonly machine: CashOutMachine;
  readonly state: CashOutState;
  readonly online: boolean;
  readonly masked: boolean;
}

/** What failed to load or to be sent. */
function Notices({ machine, state, online }: Omit<Props, 'masked'>) {
  const { termsStatus, terms, holdingStatus, error } = state;
  return (
    <>
      {online && (termsStatus === 'failed' || holdingStatus === 'failed') && (
        <div className="banner banner--warn" role="alert">
          <PageIcon name="info" />
          <p className="grow">
            {holdingStatus === 'failed' ? 'Your balance' : 'What cash out costs'} is unavailable
            right now, so nothing can be sent yet. Your money is safe.
          </p>
          <button className="textbtn" type="button" onClick={machine.reload}>
            Try again
          </button>
        </div>
      )}
      {termsStatus === 'ready' && !terms && (
        <div className="banner banner--warn" role="status">
          <PageIcon name="info" />
          <p className="grow">Cash can’t be paid out right now. Your money is safe.</p>
        </div>
      )}
      {error !== undefined && refusedIn(state)?.field !== 'amount' && (
        <div className="banner banner--error" role="alert">
          <PageIcon name="alert" />
          <p className="grow">{error}</p>
          {isUnanswered(error) && (
            <button className="textbtn" type="button" onClick={() => void machine.press()}>
              Try again
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** The account, the amount and what it costs, on one page (BANK-05). */
export function CashOutForm({ machine, state, online, masked }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const reason = useId();
  const { cash, terms, doubt } = state;
  const facts = formIn(state);
  const problem = payoutProblem(facts);
  const shown = problem && (!problem.missing || state.tried) && terms ? problem : undefined;
  const refused = refusedIn(state);
  const of = (field: PayoutProblem['field']) =>
    shown?.field === field ? shown.text : refused?.field === field ? refused.text : undefined;
  const units = doubt === undefined ? centsIn(facts.amount, cash) : undefined;
  const total = units && facts.cover && units + facts.cover.fee;
  const busy = state.phase === 'gate';
  const ready = !problem && doubt === undefined && state.hold === null && facts.cover !== undefined;
  const text = (of: bigint | undefined) =>
    of === undefined ? undefined : formatUnits(of, cash.scale);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!online || doubt !== undefined) return;
    const wrong = machine.press();
    if (!wrong) return;
    const field = wrong.field === 'amount' ? 'input[inputmode="decimal"]' : 'input[type="radio"]';
    form.current?.querySelector<HTMLElement>(`${field}:enabled`)?.focus();
  };

  return (
    <form ref={form} className="task" onSubmit={submit} noValidate>
      <div className="stack">
        <p className="muted">{leads['/cash/out']}</p>
        <IdentityNeeded what="Cashing out needs" onVerify={machine.verify} />
        <Hold hold={state.hold} />
        <div className={`card ${css.cash}`}>
          <CashCoin code={cash.code} />
          <span className="grow">
            <b className="strong">{cash.name}</b>
            <BalanceLine
              state={state}
              masked={masked}
              amount={formatFiat(state.holding?.available ?? '0', cash.code)}
            />
          </span>
        </div>
        <AmountBox machine={machine} state={state} problem={of('amount')} masked={masked} />
        <AccountChoice machine={machine} state={state} problem={of('account')} />
      </div>
      <section className={`card pad stack ${steps.facts}`} aria-label="Cost">
        <CostLines code={cash.code} amount={text(units)} fee={terms?.fee} total={text(total)} />
      </section>
      <GoBar>
        <Notices machine={machine} state={state} online={online} />
        {ready && total !== undefined && (
          <p className="go__sum small">
            Total{' '}
            <b className="num" translate="no">
              {formatFiat(formatUnits(total, cash.scale), cash.code)}
            </b>
          </p>
        )}
        <button
          className="btn btn--primary btn--wide"
          type="submit"
          aria-disabled={!ready || !online || busy}
          aria-busy={busy || undefined}
          aria-describedby={online && !state.hold ? undefined : reason}
        >
          {busy && <span className="spin" aria-hidden="true" />}
          Cash out
        </button>
        {online ? (
          <Hold hold={state.hold} id={reason} />
        ) : (
          <p className="reason" id={reason}>
            <PageIcon name="offline" size="s" />
            Cashing out needs a connection. Nothing is queued to send later.
          </p>
        )}
        <p className="cap">Nothing is sent until you confirm on the next screen.</p>
        {/* Below all else, because it comes with the balance and must not move what is being read or pressed. */}
        {state.holding && isZero(state.holding.available) && (
          <div className="banner" role="status">
            <PageIcon name="info" />
            <p className="grow">You have no cash to pay out</p>
            <Link className="textbtn" href="/cash/add">
              Add money
            </Link>
          </div>
        )}
      </GoBar>
    </form>
  );
}
