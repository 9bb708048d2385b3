import type { CSSProperties } from 'react';
import type { PayoutAccount } from '#core/contract/money/bank.ts';
import { accountText, shownAccount } from '#core/money/account-number.ts';
import { formatFiat } from '#core/money/format.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { ConfirmBar, Progress, ReviewPassword } from '#withdrawal/review-parts.tsx';
import { SecondFactorAsk } from '#withdrawal/second-factor-ask.tsx';
import steps from '#withdrawal/steps.module.css';
import { TransferCode } from '#withdrawal/transfer-code.tsx';
import css from './cash-out.module.css';
import type { CashOutMachine } from './cash-out-machine.ts';
import type { CashOutState, PayoutReview } from './cash-out-state.ts';
import { CostLines } from './cost-lines.tsx';
import { PayeeLine } from './payee-line.tsx';

const Newness = ({ account }: { readonly account: PayoutAccount }) =>
  account.standing === 'new' ? (
    <div className="banner banner--warn" role="status">
      <Icon name="info" />
      <p className="grow">
        <b>This account has been in your address book for less than a day.</b> This payment is held
        for five minutes, during which you can cancel it.
      </p>
    </div>
  ) : null;

interface Props {
  readonly machine: CashOutMachine;
  readonly state: CashOutState;
  readonly review: PayoutReview;
  readonly online: boolean;
  readonly onBack: () => void;
}

/** What is sent and to which account. */
export const sendsText = ({ account, amount }: PayoutReview, code: string): string =>
  `${formatFiat(amount, code)} to ${account.label} …${accountText(account).slice(-4)}`;

/** BEY-03, D23: what is shown here is what is sent. */
export function ReviewStep({ machine, state, review, online, onBack }: Props) {
  const { account, amount, fee, total } = review;
  const { code } = state.cash;
  const sum = formatFiat(amount, code);
  return (
    <div className={steps.review}>
      <Progress />
      <SecondFactorAsk asks={state.askSecondFactor} onAsked={machine.asked} />
      <div className="task">
        <section
          className={`card pad stack ${steps.facts}`}
          aria-label="You are cashing out"
          tabIndex={-1}
          data-step-start=""
        >
          <Newness account={account} />
          <PayeeLine machine={machine} state={state} />
          <p className="cap">
            It can be cancelled for a short while. Once the bank has it, only the bank can send it
            back.
          </p>
          <div className={steps.sum}>
            <p className="small muted">You’re cashing out</p>
            <p
              className="balance num"
              translate="no"
              style={{ '--chars': sum.length } as CSSProperties}
            >
              {sum}
            </p>
          </div>
          <hr />
          <div className={css.recipient}>
            <p className="small muted">To your account</p>
            <p>
              <b>{account.label}</b>
            </p>
            <p>{account.holder}</p>
            <p className={`num ${css.number}`} translate="no">
              {shownAccount(accountText(account))}
            </p>
          </div>
          <hr />
          <CostLines code={code} amount={amount} fee={fee} total={total} />
          {machine.asksPassword() && !state.confirms && (
            <ReviewPassword
              state={state}
              help="Asked for the first time you send to an account."
              onType={machine.typePassword}
            />
          )}
          {state.confirms && (
            <>
              <hr />
              <TransferCode machine={machine} state={state} />
            </>
          )}
        </section>
        <ConfirmBar
          state={state}
          sends={sendsText(review, code)}
          total={
            <>
              Total from your cash{' '}
              <b className="num" translate="no">
                {formatFiat(total, code)}
              </b>
            </>
          }
          disabledReason={
            online
              ? state.payee === 'asking'
                ? 'The bank is being asked whose account this is. It takes a few seconds at most.'
                : undefined
              : 'Cashing out needs a connection. Nothing is queued to send later.'
          }
          onConfirm={machine.confirm}
          onBack={onBack}
        />
      </div>
    </div>
  );
}
