import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { assetLink } from '#core/carried/asset-link.ts';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { findCash } from '#core/money/cash.ts';
import { limitsText, missingForPurchase } from '#core/money/purchase.ts';
import { thresholdText } from '#core/money/purchase-approval.ts';
import { marketOf } from '#core/money/region.ts';
import { neededOnlyText } from '#core/people/verification-need.ts';
import { pendingText, REVIEW_TIME, rejectedText } from '#core/people/verification-texts.ts';
import { VERIFIED } from '#core/words/identity.ts';
import { needsTaxData } from '#identity/tax-prompt.tsx';
import { isUnapproved, kyc, kycStatusOf, unverifiedOf } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './first-steps.module.css';
import wallet from './wallet.module.css';

interface IdentityStep {
  readonly text: string;
  /** The state of the step, if it is shown before the step is opened. */
  readonly state?: 'Optional' | 'Done' | 'Under Review';
  /** The text of the link to the identity check; undefined if there is nothing to do. */
  readonly action: string | undefined;
}

/** The text for each status. Nobody is urged: it only says what the check is needed for. */
function identityStep(status: KycStatus, need: string, answered: boolean): IdentityStep {
  switch (status) {
    case 'not_started':
      return {
        text: `${need} Five minutes, with photo ID and a camera.`,
        state: 'Optional',
        action: 'Verify your identity',
      };
    case 'incomplete':
      return {
        text: 'Continue where you left off. Nothing you have sent is lost.',
        action: 'Complete Verification',
      };
    case 'submitted':
      return { text: REVIEW_TIME, state: 'Under Review', action: 'See the status' };
    case 'approved':
      return {
        text: VERIFIED,
        state: 'Done',
        action: undefined,
      };
    case 'rejected':
      return { text: rejectedText, action: 'See the status' };
    case 'pending':
      return {
        text: pendingText(answered),
        action: 'See the status',
      };
  }
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly state?: IdentityStep['state'];
  readonly open: boolean;
  readonly children: ReactNode;
}

/** All steps share a name, so the browser closes one when another is opened. */
const Step = ({ number, title, state, open, children }: StepProps) => (
  <li>
    <details className={css.step} name="first-steps" open={open}>
      <summary className="row">
        <span className="ticon num" translate="no">
          {state === 'Done' ? <PageIcon name="check" /> : <span>{number}</span>}
        </span>
        <span>{title}</span>
        <span className={`row__end ${css.state}`}>
          {state && <span className={state === 'Done' ? 'pill pill--ok' : 'pill'}>{state}</span>}
          <PageIcon name="chev" size="s" />
        </span>
      </summary>
      <div className={css.todo}>{children}</div>
    </details>
  </li>
);

/**
 * EASE-02: the first steps in a wallet without money, what is wanted first before what can wait. One is open: the first,
 * or an identity check that was begun.
 */
export function FirstSteps() {
  const current = useSnapshot(session);
  const { user } = current;
  const market = marketOf(current);
  const known = useSnapshot(kyc);
  const status = kycStatusOf(known) ?? 'pending';
  const identity = identityStep(
    status,
    neededOnlyText(market, unverifiedOf(known)),
    known.asOf !== undefined,
  );
  const isBegun = status === 'incomplete';
  return (
    <section className={`card ${wallet.sheet}`} aria-labelledby="first-steps">
      <div className="card__head">
        <h2 id="first-steps">Your first steps</h2>
      </div>
      <ol className="rows">
        <Step number={1} title="Add money" open={!isBegun}>
          <p>
            Send crypto that you have elsewhere to an address of your own here
            {findCash(market) && (
              <>
                , or <Link href="/cash/add">add cash by bank transfer</Link>, once you are verified
              </>
            )}
            . With neither, the next step needs only a card.
          </p>
          <Link className="btn btn--primary" href="/assets/receive">
            Show my addresses
          </Link>
        </Step>
        <Step number={2} title="Buy for the first time" open={false}>
          <p>
            With a debit card,{' '}
            {isUnapproved(status)
              ? `up to ${thresholdText(market)} at a time; once verified, ${limitsText(market)}`
              : `${limitsText(market)} at a time`}
            . Price, fee and total are shown before you pay.
            {needsTaxData(known)
              ? ' We ask once where you live and where you pay tax; the tax number can follow.'
              : missingForPurchase(user).length > 0 && ' We ask for your postal address once.'}
          </p>
          <Link className="btn btn--primary" {...assetLink('/buy-sell', undefined)}>
            Choose an amount
          </Link>
        </Step>
        <Step
          number={3}
          title="Verify your identity"
          {...(identity.state && { state: identity.state })}
          open={isBegun}
        >
          <p>{identity.text}</p>
          {identity.action && (
            <Link
              className={`btn ${isBegun ? 'btn--primary' : 'btn--secondary'}`}
              href="/profile/verification"
            >
              {identity.action}
            </Link>
          )}
        </Step>
      </ol>
    </section>
  );
}
