import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { brand } from '#core/brand.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { useEvery } from '#ui/hooks/use-every.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { Hold } from '#withdrawal/hold.tsx';
import { CURRENT_MS, contact, loadContact, slowNow } from './contact-state.ts';
import {
  ASKING,
  channelTexts,
  NOBODY,
  NOT_KNOWN,
  neverAsked,
  OFFLINE,
  OTHER_WAY,
} from './contact-texts.ts';
import css from './help.module.css';

const CHANGING = ['staff', 'withdrawals'] as const;

const HOUR_MS = 3_600_000;

interface PillProps {
  readonly tone: 'ok' | 'wait' | 'bad';
  readonly text: string;
}

const Pill = ({ tone, text }: PillProps) => (
  <p>
    <span className={`pill pill--${tone}`}>{text}</span>
  </p>
);

/** Shows whether staff is speaking with the customer now. */
function Answer() {
  const { data, failure } = useSnapshot(contact.known);
  const { timeZone } = useSnapshot(session);
  const isOnline = useOnline();
  const now = serverNow();
  const timeOf = (instant: string): string => formatInstant(Date.parse(instant), timeZone, now);
  if (!isOnline) {
    return (
      <>
        <Pill tone="wait" text="Not known" />
        <p>{OFFLINE}</p>
      </>
    );
  }
  if (!data && failure !== undefined) {
    return (
      <>
        <Pill tone="wait" text="Not known" />
        <p>{NOT_KNOWN}</p>
        <p className="small muted">{failure}</p>
        <p>
          <button className="textbtn" type="button" onClick={() => void loadContact()}>
            Ask again
          </button>
        </p>
      </>
    );
  }
  const going = data?.speaking.filter(({ until }) => Date.parse(until) > now);
  // The known conversations have ended by themselves. Another may have begun since, so the server is asked.
  if (!data || !going || (data.speaking.length > 0 && going.length === 0)) {
    return (
      <>
        <Pill tone="wait" text="Asking…" />
        <p>{ASKING}</p>
      </>
    );
  }
  if (going.length === 0) {
    return (
      <>
        <Pill tone="bad" text="No" />
        <p className="strong">{NOBODY}</p>
      </>
    );
  }
  return (
    <>
      <Pill tone="ok" text="Yes" />
      {going.map(({ channel, since, until }) => (
        <p className="strong" key={`${channel} ${since}`}>
          We are speaking with you {channelTexts[channel]} since {timeOf(since)}, until{' '}
          {timeOf(until)} at the latest.
        </p>
      ))}
      <p>{OTHER_WAY}</p>
    </>
  );
}

/**
 * KEEP-17: the button that holds withdrawals for 24 hours; the text before it says that this cannot be
 * undone.
 */
function Slow() {
  const { data } = useSnapshot(contact.known);
  const hold = data?.withdrawalHold ?? null;
  const { button, submit } = useSubmit({
    offline: NEEDS_CONNECTION,
    run: async (fail) => {
      const failure = await slowNow();
      if (failure !== undefined) return fail(failure);
      toast.success('Every way out is slowed for 24 hours.');
    },
  });
  // Withdrawals are held already, for longer than the button would hold them.
  const isHeld =
    hold !== null && (hold.until === null || Date.parse(hold.until) > serverNow() + 23 * HOUR_MS);
  return (
    <section className="card pad stack" aria-labelledby="slow">
      <h2 id="slow">Slow every way out</h2>
      <Hold hold={hold} />
      {!isHeld && (
        <>
          <p>
            For 24 hours from now, no withdrawal and no cash out leaves your account, not even one
            that is waiting to be sent. You can still sell and swap. We email you.
          </p>
          <p className="banner banner--warn">
            <PageIcon name="info" />
            <span>
              It cannot be undone, by you or by us: whoever talks you into moving money could talk
              you into undoing it.
            </span>
          </p>
          <Button variant="danger" wide {...button} type="button" onClick={submit}>
            Slow every way out now
          </Button>
        </>
      )}
      <p className="small">
        Is somebody in your account? <Link href="/profile/security">Freeze it in Security</Link>.
      </p>
    </section>
  );
}

/**
 * KEEP-17: for customers whom a stranger tells that they call from Kopa. Its advice is there offline, too.
 */
export function IsThisKopaPage() {
  const { data } = useSnapshot(contact.known);
  useReload(loadContact, CHANGING);
  // A timer as well, so that the answer stays current if the stream of changes is interrupted.
  useEvery(CURRENT_MS / 4, loadContact);
  const ends = Math.min(...(data?.speaking ?? []).map(({ until }) => Date.parse(until)));
  useEffect(() => {
    if (!Number.isFinite(ends)) return;
    const timer = setTimeout(() => void loadContact(), Math.max(0, ends - serverNow()));
    return () => clearTimeout(timer);
  }, [ends]);
  return (
    <div className="sides">
      <div className="stack stack--wide">
        <section className="card pad stack" aria-labelledby="speaking">
          <h2 id="speaking">Is {brand.name} speaking with you now?</h2>
          <div className={`stack ${css.answer}`} role="status">
            <Answer />
          </div>
          <p className="small muted">
            Emails that are sent by themselves, such as codes and alerts, are no conversation.
          </p>
        </section>
        <Slow />
      </div>
      <section className="card pad stack" aria-labelledby="never">
        <h2 id="never">What we never ask</h2>
        <ul className="stack">
          {neverAsked.map((text) => (
            <li className="line" key={text}>
              <PageIcon name="x" size="s" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <p>
          You can end any conversation with us at any time, and{' '}
          <Link href="/help">write to us</Link> instead. We never mind, and we never hurry you.
        </p>
      </section>
    </div>
  );
}
