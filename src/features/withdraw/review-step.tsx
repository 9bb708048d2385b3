import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { formatCrypto, formatDecimal } from '#core/domain/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { arrivalText, fiatText, newnessText } from './texts.ts';
import css from './withdraw.module.css';
import type { WithdrawMachine } from './withdraw-machine.ts';
import type { Review, WithdrawState } from './withdraw-state.ts';

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

const Row = ({ name, total, children }: { name: string; total?: boolean; children: ReactNode }) => (
  <div className={total ? 'total' : undefined}>
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
  const both = (amount: string): ReactNode => (
    <>
      {formatCrypto(amount, asset.code)}
      <small className="muted">{fiatText(state, amount)}</small>
    </>
  );
  const sum = formatDecimal(review.amount);
  const arrival = arrivalText(review.network);
  const sending = state.phase === 'sending';
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state.passwordError !== undefined) password.current?.focus();
  }, [state.passwordError]);
  return (
    <div className={css.review}>
      <ol className="steps" aria-label="Progress">
        <li className="done">Details</li>
        <li aria-current="step">Review</li>
        <li>Sent</li>
      </ol>
      <div className="task">
        <section
          className={`card pad stack ${css.facts}`}
          aria-label="You are sending"
          tabIndex={-1}
          data-step-start=""
        >
          <div className={css.sum}>
            <p className="small muted">You’re sending</p>
            <p
              className="balance num"
              style={{ '--chars': sum.length + asset.code.length } as CSSProperties}
            >
              {sum} <small>{asset.code}</small>
            </p>
            <p className="small muted num">{fiatText(state, review.amount)}</p>
          </div>
          <hr />
          <div className="stack">
            <p className="small muted">To this {review.network} address</p>
            <AddressText address={review.address} />
            {review.needsTag && (
              <p className={css.tag}>
                Destination tag{' '}
                <b className="num">{review.tag === '' ? 'none, as you confirmed' : review.tag}</b>
              </p>
            )}
          </div>
          <Warning review={review} state={state} machine={machine} />
          <hr />
          <dl className="kv num">
            <Row name="Asset">{asset.name}</Row>
            <Row name="Network">{[review.network, arrival].filter(Boolean).join(', ')}</Row>
            <Row name="Recipient gets">{both(review.amount)}</Row>
            <Row name="Network fee">{both(review.fee)}</Row>
            <Row name="Total from your wallet" total>
              {both(review.total)}
            </Row>
          </dl>
          <p className="cap">
            It can be cancelled for a short while. Once it is on the network it can’t be reversed.
          </p>
        </section>
        <section className="go" aria-label="Confirm">
          {state.error !== undefined && (
            <div className="banner banner--error" role="alert">
              <Icon name="alert" />
              <p className="grow">{state.error}</p>
            </div>
          )}
          {machine.asksPassword() && (
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              maxLength={256}
              help="Asked for the first time you send to somebody."
              value={state.password}
              error={state.passwordError}
              inputRef={password}
              onChange={machine.typePassword}
            />
          )}
          <p className="go__sum small">
            Total from your wallet <b className="num">{formatCrypto(review.total, asset.code)}</b>
          </p>
          <div className={css.ways}>
            <Button
              variant="primary"
              wide
              busy={sending}
              disabledReason={
                online
                  ? undefined
                  : 'Withdrawing needs a connection. Nothing is queued to send later.'
              }
              onClick={machine.confirm}
            >
              {sending ? 'Sending' : 'Confirm and send'}
            </Button>
            {!sending && (
              <Button wide onClick={onBack}>
                Back to details
              </Button>
            )}
          </div>
        </section>
      </div>
    </div>
  );
}
