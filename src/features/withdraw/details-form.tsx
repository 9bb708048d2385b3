import { type FormEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { assetLink } from '#core/carried/asset-link.ts';
import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { formatCrypto } from '#core/money/format.ts';
import {
  earlyProblemIn,
  type Problem,
  problemIn,
  routeOf,
  unitsIn,
} from '#core/money/withdraw-form.ts';
import { isUnanswered } from '#core/people/verification-texts.ts';
import { INSUFFICIENT } from '#core/words/amounts.ts';
import { loadForex } from '#transport/money/forex-rates.ts';
import { GoBar } from '#ui/actions/go-bar.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { BalanceLine } from '#withdrawal/balance-line.tsx';
import { Hold } from '#withdrawal/hold.tsx';
import { IdentityNeeded } from '#withdrawal/identity-needed.tsx';
import { refusedIn } from '#withdrawal/sending.ts';
import { AddressField } from './address-field.tsx';
import { CostCard } from './cost-card.tsx';
import { NetworkField } from './network-field.tsx';
import { SavedRecipients } from './saved-recipients.tsx';
import { TagField } from './tag-field.tsx';
import css from './withdraw.module.css';
import { AmountBox } from './withdraw-amount-box.tsx';
import type { WithdrawMachine } from './withdraw-machine.ts';
import { formIn, type WithdrawState } from './withdraw-state.ts';
import { fiatText } from './withdraw-texts.ts';

interface Props {
  readonly machine: WithdrawMachine;
  readonly state: WithdrawState;
  readonly online: boolean;
  readonly masked: boolean;
  /** There is no current exchange rate for the customer's currency. */
  readonly ratesMissing: boolean;
}

/**
 * Only errors in what was typed are shown at once; missing fields are shown after the first attempt to
 * continue.
 */
function shownProblem(problem: Problem | undefined, state: WithdrawState): Problem | undefined {
  if (!problem) return undefined;
  // While networks are loading, a missing network is no error; a failure to load them has its own message.
  if (problem.field === 'network' && state.routesStatus !== 'ready') return undefined;
  const missing = problem.text === 'Please enter both amount and address';
  return state.tried || !missing ? problem : undefined;
}

/** The fields of the form that a request has under these names. */
const fieldNames: Readonly<Record<string, Problem['field']>> = {
  cryptoAddress: 'address',
  tag: 'tag',
  amount: 'amount',
};

/** What the server refused, at its field until that changes. */
function refusedOf(state: WithdrawState): Problem | undefined {
  const refused = refusedIn(state);
  const field = refused && fieldNames[refused.field];
  return refused && field ? { field, text: refused.text } : undefined;
}

/** WD-03: the balance is too small, with a link to buy more. */
function Short({ state }: { state: WithdrawState }) {
  const { asset, holding } = state;
  if (!holding) return null;
  const available = parseUnits(holding.available, asset.scale) ?? 0n;
  const form = formIn(state);
  const units = unitsIn(form.amount, asset.scale, form.value) ?? 0n;
  if (available > 0n && units <= available) return null;
  // A customer with an empty balance made no mistake, so the message is no error.
  const tone = units > 0n ? 'banner--error' : '';
  return (
    <div className={`banner ${tone}`} role={units > 0n ? 'alert' : 'status'}>
      <PageIcon name={units > 0n ? 'alert' : 'info'} />
      <p className="grow">
        {available > 0n ? INSUFFICIENT : `You have no ${asset.name} to withdraw`}
      </p>
      <Link className="textbtn" {...assetLink('/buy-sell', asset.code)}>
        Buy {asset.code}
      </Link>
    </div>
  );
}

interface NoticesProps {
  readonly machine: WithdrawMachine;
  readonly state: WithdrawState;
  /** Offline only the missing connection is shown: retrying what did not load would fail too. */
  readonly online: boolean;
}

function Notices({ machine, state, online }: NoticesProps) {
  return (
    <>
      {online && state.routesStatus === 'failed' && (
        <div className="banner banner--warn" role="alert">
          <PageIcon name="info" />
          <p className="grow">Failed to load payment routes</p>
          <button className="textbtn" type="button" onClick={machine.reload}>
            Try again
          </button>
        </div>
      )}
      {online && state.holdingStatus === 'failed' && (
        <div className="banner banner--error" role="alert">
          <PageIcon name="alert" />
          <p className="grow">
            Your balance is unavailable right now, so nothing can be withdrawn yet. Your money is
            safe.
          </p>
          <button className="textbtn" type="button" onClick={machine.reload}>
            Try again
          </button>
        </div>
      )}
      {state.error !== undefined && !refusedOf(state) && (
        <div className="banner banner--error" role="alert">
          <PageIcon name="alert" />
          <p className="grow">{state.error}</p>
          {isUnanswered(state.error) && (
            <button className="textbtn" type="button" onClick={() => void machine.press()}>
              Try again
            </button>
          )}
        </div>
      )}
      <Short state={state} />
    </>
  );
}

/** The amount's field. */
export const AMOUNT = 'input[inputmode="decimal"]';

/** WD-02: address, amount, balance and network on one page, with what it will cost. */
export function DetailsForm({ machine, state, online, masked, ratesMissing }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const addressInput = useRef<HTMLInputElement>(null);
  const facts = formIn(state);
  const route = routeOf(facts);
  const problem = problemIn(facts);
  const refused = refusedOf(state);
  const shown = shownProblem(problem, state) ?? earlyProblemIn(facts) ?? refused;
  const units = unitsIn(facts.amount, state.asset.scale, facts.value);
  const fee = route && parseUnits(route.withdrawal_fee, state.asset.scale);
  const total =
    units === undefined || fee === undefined
      ? undefined
      : formatUnits(units + fee, state.asset.scale);
  const ready =
    problem === undefined && facts.cover !== undefined && state.hold === null && !state.doubt;
  const busy = state.phase === 'gate';
  const reason = useId();
  const of = (field: Problem['field']): Problem | undefined =>
    shown?.field === field ? shown : undefined;

  // The entry fills in the address, so the focus moves to the amount.
  const choose = (entry: SavedCryptoAddress): void => {
    machine.choose(entry);
    form.current?.querySelector<HTMLElement>(AMOUNT)?.focus();
  };

  const focus = (field: Problem['field']): void => {
    if (field === 'address') addressInput.current?.focus();
    else {
      const label = field === 'tag' ? 'input[inputmode="numeric"]' : 'select';
      const target = field === 'amount' ? AMOUNT : label;
      form.current?.querySelector<HTMLElement>(target)?.focus();
    }
  };
  const refusedField = refused?.field;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is back
  useEffect(() => {
    if (refusedField) focus(refusedField);
  }, [refusedField]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!online || state.doubt) return;
    const wrong = machine.press();
    if (wrong) focus(wrong.field);
  };

  return (
    <form ref={form} className="task" onSubmit={submit} noValidate>
      <div className="stack">
        <IdentityNeeded what="Withdrawals need" onVerify={machine.verify} />
        <Hold hold={state.hold} />
        <div className={`card ${css.asset}`}>
          <Coin code={state.asset.code} size={40} />
          <span className="grow">
            <b className="strong">{state.asset.name}</b>
            <BalanceLine
              state={state}
              masked={masked}
              amount={formatCrypto(state.holding?.available ?? '0', state.asset.code)}
            />
          </span>
          <Link className="textbtn" href="/assets/send">
            Change
          </Link>
        </div>
        <SavedRecipients state={state} onChoose={choose} />
        <AddressField
          machine={machine}
          state={state}
          problem={of('address')}
          online={online}
          inputRef={addressInput}
          onChoose={choose}
        />
        {route?.needs_tag && (
          <TagField
            machine={machine}
            state={state}
            network={route.crypto_network_name}
            problem={of('tag')?.text}
          />
        )}
        <AmountBox machine={machine} state={state} problem={of('amount')?.text} masked={masked}>
          {ratesMissing && online && (
            <p className="help">
              Failed to initialize rates{' '}
              <button className="textbtn" type="button" onClick={() => void loadForex()}>
                Try again
              </button>
            </p>
          )}
        </AmountBox>
        <NetworkField
          routes={facts.routes}
          routeId={state.routeId}
          status={state.routesStatus}
          onChoose={machine.chooseRoute}
        />
        {of('network') && (
          <p className="error" role="alert">
            {of('network')?.text}
          </p>
        )}
      </div>
      <CostCard
        state={state}
        network={route?.crypto_network_name}
        amount={units === undefined ? undefined : formatUnits(units, state.asset.scale)}
        fee={route?.withdrawal_fee}
        total={total}
      />
      <GoBar>
        <Notices machine={machine} state={state} online={online} />
        {ready && total !== undefined && (
          <p className="go__sum small">
            Total{' '}
            <span className="num" translate="no">
              <b>{formatCrypto(total, state.asset.code)}</b>{' '}
              <span className="muted">{fiatText(state, total)}</span>
            </span>
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
          Withdraw
        </button>
        {online ? (
          <Hold hold={state.hold} id={reason} />
        ) : (
          <p className="reason" id={reason}>
            <PageIcon name="offline" size="s" />
            Withdrawing needs a connection. Nothing is queued to send later.
          </p>
        )}
        <p className="cap">Nothing is sent until you confirm on the next screen.</p>
      </GoBar>
    </form>
  );
}
