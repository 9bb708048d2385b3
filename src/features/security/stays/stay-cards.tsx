import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link, useLocation } from 'wouter';
import { formatKept } from '#core/money/kept-text.ts';
import { stageWords } from '#core/money/withdrawal-state.ts';
import { checkHoldText } from '#core/people/after-reset.ts';
import { landing } from '#core/routes.ts';
import { formatInstant, formatNear } from '#core/time/date-text.ts';
import { CONFIRM_FIRST, OPEN_AGAIN } from '#core/words/security.ts';
import { FreezeDialog } from '#features/security/account/freeze-dialog.tsx';
import { keepPutAway } from '#platform/kept/put-away.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import {
  putAway,
  putAwayId,
  staying,
  type ToldStaying,
  withdrawalOver,
} from '#transport/session/staying.ts';
import { Button } from '#ui/actions/button.tsx';
import { focusPage } from '#ui/hooks/focus-page.ts';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useSecondsUntil } from '#ui/hooks/use-seconds-until.ts';
import { Mask } from '#ui/marks/mask.tsx';
import { followedWithdrawal } from '#withdrawal/withdrawal-wiring.ts';
import css from './stays.module.css';

type Of<Kind extends ToldStaying['kind']> = Extract<ToldStaying, { kind: Kind }>;

/** As many characters of each end of an address as one compares at a glance. */
const END = 8;

/** A bank account stands with its holder, in words; an address is told by its ends. */
const recipientText = (recipient: string): string =>
  recipient.length <= 2 * END || recipient.includes(' ')
    ? recipient
    : `${recipient.slice(0, END)}…${recipient.slice(-END)}`;

function Amount({ of }: { readonly of: { amount: string; currency_id: string } }) {
  const masked = useMasked();
  return (
    <b className={`num ${css.amount}`} translate="no">
      {masked ? <Mask of="Amount" /> : formatKept(of.amount, of.currency_id)}
    </b>
  );
}

interface CardProps {
  readonly title: string;
  readonly sum?: ReactNode;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly then: string;
  readonly children: ReactNode;
}

/** Not modal: it stands in the page, above what it is about. */
function Card({ title, sum, facts, then, children }: CardProps) {
  return (
    <section className={css.stay} aria-label={title}>
      <div>
        <h2>{title}</h2>
        {sum}
      </div>
      <dl className="kv">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {then && <p className="small muted">{then}</p>}
      <div className={css.acts}>{children}</div>
    </section>
  );
}

/** The way to the freeze, with its own proof (HARD-46). */
function NotMe() {
  const isOnline = useOnline();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        disabledReason={
          isOnline ? undefined : 'Freezing needs a connection. The link in our mail does the same.'
        }
        onClick={() => setAsked(true)}
      >
        This wasn’t me
      </Button>
      {isAsked && <FreezeDialog onClose={() => setAsked(false)} />}
    </>
  );
}

const whence = ({ device, place }: { device: string; place: string }): string =>
  `${device || 'a device that has signed out'}${place && `, ${place}`}`;

interface StayProps<Kind extends ToldStaying['kind']> {
  readonly one: Of<Kind>;
  readonly near: (at: string) => string;
  /** What is said of its age, without a connection. */
  readonly aged: string;
}

function Requested({ one, near, aged }: StayProps<'withdrawal'>) {
  const isOnline = useOnline();
  const [busy, setBusy] = useState(false);
  const left = useSecondsUntil(one.until === null ? 0 : Date.parse(one.until));
  const isHeld = left > 0 && one.until !== null;
  /** Asks the server to cancel it; the card goes once it is stopped or has left. */
  const cancel = async (): Promise<void> => {
    const followed = followedWithdrawal(one.withdrawal_id);
    await followed.cancel();
    const status = followed.state.withdrawal?.status;
    if (status === undefined || status === 'requested') return;
    withdrawalOver(one.withdrawal_id);
    afterFrame(focusPage);
  };
  const { title, more } = stageWords(isHeld ? 'held' : 'sending', {
    until: one.until === null ? undefined : near(one.until),
  });
  return (
    <Card
      title="A withdrawal was requested"
      sum={
        <p>
          <Amount of={one} /> <span className="pill pill--wait">{title}</span>
        </p>
      }
      facts={[
        ['To', recipientText(one.recipient)],
        ['Asked for', `${near(one.since)}, on ${whence(one)}`],
      ]}
      then={`${more}${aged}`}
    >
      {isHeld && (
        <Button
          variant="primary"
          busy={busy}
          disabledReason={isOnline ? undefined : 'Cancelling needs a connection.'}
          onClick={() => {
            setBusy(true);
            void cancel().finally(() => setBusy(false));
          }}
        >
          Cancel withdrawal
        </Button>
      )}
      <NotMe />
    </Card>
  );
}

/** Puts something away on this device. */
function away(one: ToldStaying): void {
  const id = putAwayId(one);
  if (id === undefined) return;
  keepPutAway(id);
  putAway(id);
  afterFrame(focusPage);
}

const SignedIn = ({ one, near, aged }: StayProps<'sign-in'>) => (
  <Card
    title="A new device signed in"
    facts={[
      ['Device', whence(one)],
      ['Signed in', near(one.at)],
    ]}
    then={`If it is not yours, whoever has it knows your password.${aged}`}
  >
    <Button variant="primary" onClick={() => away(one)}>
      It was me
    </Button>
    <NotMe />
  </Card>
);

/** What to do next: turning a second factor on would be refused as long as only the mailbox was shown (READ-14). */
function sayNext({ two_factor, mailbox_alone, opens }: Of<'freeze'>, timeZone: string): string {
  if (mailbox_alone) {
    const now = serverNow();
    const at = (moment: number): string => formatInstant(moment, timeZone, now);
    return `Ways to sign in can be changed, and transfers confirmed by email, once you have confirmed that it is you: with a passkey, on a device you used before, or with an identity check. ${checkHoldText({ opens: Date.parse(opens), now, at })}`;
  }
  return two_factor
    ? ''
    : 'A second factor stops somebody who knows your password. Turn it on now.';
}

function AfterFreeze({ one, near, aged }: StayProps<'freeze'>) {
  const { timeZone } = useSnapshot(session);
  const [first] = one.stopped;
  return (
    <Card
      title={OPEN_AGAIN}
      sum={one.stopped.map((stopped, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was stopped does not change
        <p key={nth}>
          <Amount of={stopped} /> <span className="muted">stopped, back in your balance</span>
        </p>
      ))}
      facts={[
        ...(first
          ? [
              [
                'It was going to',
                one.stopped.map((s) => recipientText(s.recipient)).join(', '),
              ] as const,
            ]
          : [['Stopped', 'No withdrawal was waiting'] as const]),
        ['Signed out', `All devices, ${near(one.at)}`],
        ['Withdrawals open', near(one.opens)],
      ]}
      then={`${sayNext(one, timeZone)}${aged}`}
    >
      {(!one.two_factor || one.mailbox_alone) && (
        <Link className="btn btn--primary" href="/profile/security">
          {one.mailbox_alone ? CONFIRM_FIRST : 'Turn on a second factor'}
        </Link>
      )}
      <Button onClick={() => away(one)}>Put this away</Button>
    </Card>
  );
}

function Stay({ one, near, aged }: Omit<StayProps<never>, 'one'> & { readonly one: ToldStaying }) {
  switch (one.kind) {
    case 'withdrawal':
      return <Requested one={one} near={near} aged={aged} />;
    case 'sign-in':
      return <SignedIn one={one} near={near} aged={aged} />;
    case 'freeze':
      return <AfterFreeze one={one} near={near} aged={aged} />;
  }
}

/** What stays on the open page until it is over or put away (EYE-05). */
export function StayCards() {
  const { list, asOf } = useSnapshot(staying);
  const { timeZone } = useSnapshot(session);
  const isOnline = useOnline();
  const [path] = useLocation();
  const near = (at: string | number): string =>
    formatNear(new Date(at).getTime(), timeZone, serverNow());
  const aged = isOnline ? '' : ` You are offline: this was so at ${near(asOf)}.`;
  return (
    <div className={css.stays}>
      {list
        .filter(({ kind }) => kind !== 'freeze' || path === landing.user)
        .map((one) => (
          <Stay
            key={one.kind === 'withdrawal' ? one.withdrawal_id : putAwayId(one)}
            {...{ one, near, aged }}
          />
        ))}
    </div>
  );
}
