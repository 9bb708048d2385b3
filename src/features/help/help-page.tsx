import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { brand } from '#core/brand.ts';
import { type HelpTopic, helpTopicOf, mailTo } from '#core/carried/help-topic.ts';
import { operator } from '#core/operator.ts';
import { roleOf, session } from '#transport/session/session.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { IdLine } from '#ui/marks/id-line.tsx';
import { PageIcon, type PageIconName } from '#ui/marks/page-icon.tsx';
import { Documents } from './documents.tsx';
import css from './help.module.css';
import { ServiceState } from './service-state.tsx';

const About = ({ topic: { title, reference } }: { readonly topic: HelpTopic }) => (
  <section className="card pad stack" aria-labelledby="about">
    <h2 id="about">{title}</h2>
    <dl className="kv">
      <IdLine label="Reference" id={reference} />
    </dl>
  </section>
);

const WriteToUs = ({ topic }: { readonly topic: HelpTopic | undefined }) => (
  <section className="card pad stack" aria-labelledby="write">
    <h2 id="write">Write to us</h2>
    <p>
      Say what happened and what you expected.
      {topic ? ' The reference is already in the email.' : ''} Never send a password, a code or a
      recovery code: we do not ask for them.
    </p>
    <a className="btn btn--primary" href={mailTo(operator.supportEmail, topic)}>
      <PageIcon name="mail" />
      Email support
    </a>
    <p className={css.address}>
      <span>{operator.supportEmail}</span>
      <CopyButton what="Address" text={operator.supportEmail}>
        Copy
      </CopyButton>
    </p>
  </section>
);

interface HelpRowProps {
  /** A page of the app, or a mail. */
  readonly href: string;
  readonly icon: PageIconName;
  readonly title: string;
  readonly note: string;
}

function HelpRow({ href, icon, title, note }: HelpRowProps) {
  const shown = (
    <>
      <span className="ticon">
        <PageIcon name={icon} />
      </span>
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
      <PageIcon name="right" size="s" />
    </>
  );
  return (
    <li>
      {href.startsWith('/') ? (
        <Link className="row" href={href}>
          {shown}
        </Link>
      ) : (
        <a className="row" href={href}>
          {shown}
        </a>
      )}
    </li>
  );
}

/** EASE-03: help and documents, for everybody, also offline. */
export function HelpPage() {
  const topic = helpTopicOf(useHistoryState());
  const role = roleOf(useSnapshot(session));
  return (
    <div className="stack stack--wide">
      {topic && <About topic={topic} />}
      <WriteToUs topic={topic} />
      <section className="group" aria-labelledby="urgent">
        <h2 id="urgent">If it cannot wait</h2>
        <ul className="card rows">
          {role === 'user' && (
            <HelpRow
              href="/is-this-kopa"
              icon="shield"
              title={`Is this really ${brand.name}?`}
              note="Somebody calls or writes and says they are from us"
            />
          )}
          <HelpRow
            href={role ? '/profile/security' : '/reset-password'}
            icon="lock"
            title="Somebody else may be using my account"
            note={
              role
                ? 'Security: freeze the account, sign out other devices'
                : 'Choose a new password: it signs out every device'
            }
          />
          <HelpRow
            href="/recover"
            icon="device"
            title="I have lost my phone and my codes"
            note="The way back into your account"
          />
          {role === 'user' && (
            <>
              <HelpRow
                href="/waiting"
                icon="info"
                title="Something takes long"
                note="Everything that is held or under way, and by when you hear"
              />
              <HelpRow
                href="/transactions"
                icon="list"
                title="Something is wrong with a transaction"
                note="Open it and choose “Report a problem”: its reference comes along"
              />
            </>
          )}
        </ul>
      </section>
      <section className="group" aria-labelledby="complaints">
        <h2 id="complaints">Complaints and requests</h2>
        <ul className="card rows">
          {role === 'user' && (
            <>
              <HelpRow
                href="/requests/new"
                icon="info"
                title="Send a complaint"
                note="We aim to resolve a complaint within 15 business days"
              />
              <HelpRow
                href="/requests"
                icon="list"
                title="Your requests"
                note="What you asked of us, and by when we answer"
              />
            </>
          )}
          <HelpRow
            href={mailTo(operator.complaintsEmail, topic)}
            icon="mail"
            title={operator.complaintsEmail}
            note="We aim to resolve a complaint within 15 business days"
          />
        </ul>
      </section>
      <Documents />
      <ServiceState />
      <p className="cap muted">
        {operator.company} (UAB: a private limited company under Lithuanian law),{' '}
        {operator.registeredAddress}
      </p>
    </div>
  );
}
