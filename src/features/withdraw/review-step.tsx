import type { CSSProperties } from 'react';
import { formatCrypto, formatDecimal } from '#core/money/format.ts';
import { longestTime, usualTime } from '#core/networks/arrival-text.ts';
import { counterpartyText } from '#core/people/counterparty.ts';
import { AddressText } from '#ui/marks/address-text.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ConfirmBar, Progress, ReviewPassword } from '#withdrawal/review-parts.tsx';
import { SecondFactorAsk } from '#withdrawal/second-factor-ask.tsx';
import steps from '#withdrawal/steps.module.css';
import { TransferCode } from '#withdrawal/transfer-code.tsx';
import { CostLines } from './cost-lines.tsx';
import css from './withdraw.module.css';
import type { WithdrawMachine } from './withdraw-machine.ts';
import type { Review, WithdrawState } from './withdraw-state.ts';
import { fiatText, newnessText, roundingText, sendsText } from './withdraw-texts.ts';

function Warning({
  review,
  state,
  machine,
}: {
  review: Review;
  state: WithdrawState;
  machine: WithdrawMachine;
}) {
  const { familiarity } = review;
  const lookalike = familiarity?.lookalike;
  if (lookalike || state.lookalike) {
    return (
      <div className="banner banner--error" role="alert">
        <Icon name="alert" />
        <div className="grow stack">
          <p>
            <b>This is not {lookalike?.label || 'the address you used before'}.</b> It only starts
            and ends the same way. Someone may want you to confuse the two.
            {lookalike && ' The one you know is'}
          </p>
          {lookalike && <AddressText address={lookalike.address} />}
          <label className={css.check}>
            <input
              type="checkbox"
              checked={state.compared}
              onChange={({ target }) => machine.setCompared(target.checked)}
            />
            I compared every character, and this is the right address
          </label>
        </div>
      </div>
    );
  }
  if (!familiarity || familiarity.known === 'used') return null;
  if (familiarity.known === 'saved') {
    return (
      <p className="help">
        <Icon name="check" size="xs" /> Your address “{familiarity.label}”
      </p>
    );
  }
  return (
    <div className="banner banner--warn" role="status">
      <Icon name="info" />
      <p className="grow">
        <b>{newnessText(familiarity, review.tag)}</b> This withdrawal is held for five minutes,
        during which you can cancel it.
      </p>
    </div>
  );
}

const Row = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface Props {
  readonly machine: WithdrawMachine;
  readonly state: WithdrawState;
  readonly review: Review;
  readonly online: boolean;
  readonly onBack: () => void;
}

/** BEY-03, D23: what is shown here is what is sent. */
export function ReviewStep({ machine, state, review, online, onBack }: Props) {
  const { asset } = state;
  const sum = formatDecimal(review.amount);
  const rounding = roundingText(state, review);
  return (
    <div className={steps.review}>
      <Progress />
      <SecondFactorAsk asks={state.askSecondFactor} onAsked={machine.asked} />
      <div className="task">
        <section
          className={`card pad stack ${steps.facts}`}
          aria-label="You are sending"
          tabIndex={-1}
          data-step-start=""
        >
          {/* Before the amounts, so that it is seen before the button on any screen (EASE-09). */}
          <Warning review={review} state={state} machine={machine} />
          <p className="cap">
            It can be cancelled for a short while. Once it is on the network it can’t be reversed.
          </p>
          <div className={steps.sum}>
            <p className="small muted">You’re sending</p>
            <p
              className="balance num"
              translate="no"
              style={{ '--chars': sum.length + asset.code.length } as CSSProperties}
            >
              {sum} <small>{asset.code}</small>
            </p>
            <p className="small muted num" translate="no">
              {fiatText(state, review.amount)}
            </p>
          </div>
          <hr />
          <div className="stack">
            <p className="small muted">To this {review.network} address</p>
            <AddressText address={review.address} />
            {review.familiarity?.recipient && (
              <p className="line between">
                <span className={css.whose}>
                  {counterpartyText(review.familiarity.recipient.counterparty)}
                </span>
                <button className="textbtn" type="button" onClick={machine.sayOtherwise}>
                  Change
                </button>
              </p>
            )}
            {review.needsTag && (
              <p className={css.tag}>
                Destination tag{' '}
                <b className="num" translate="no">
                  {review.tag === '' ? 'none, as you confirmed' : review.tag}
                </b>
              </p>
            )}
          </div>
          <hr />
          <dl className="kv num">
            <Row name="Asset">{asset.name}</Row>
            <Row name="Network">{review.network}</Row>
            <Row name="Usual time">{`${usualTime(review.network)} once it is sent`}</Row>
            <Row name="Longest time">{`${longestTime(review.network)}, then write to us`}</Row>
            <Row name="Confirmations">{`at least ${review.confirmations}`}</Row>
            <CostLines state={state} costs={review} />
          </dl>
          {rounding !== undefined && <p className="cap">{rounding}</p>}
          {/* After what it confirms, by ear as by eye (EYE-11). */}
          {machine.asksPassword() && !state.confirms && (
            <ReviewPassword
              state={state}
              help="Asked for the first time you send to somebody."
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
          sends={sendsText(review, asset.code)}
          total={
            <>
              Total from your wallet{' '}
              <b className="num" translate="no">
                {formatCrypto(review.total, asset.code)}
              </b>
            </>
          }
          disabledReason={
            online ? undefined : 'Withdrawing needs a connection. Nothing is queued to send later.'
          }
          onConfirm={machine.confirm}
          onBack={onBack}
        />
      </div>
    </div>
  );
}
