import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { type HelpTopic, helpTopic, mailTo } from '#core/carried/help-topic.ts';
import { operator } from '#core/operator.ts';
import { roleOf, session } from '#transport/session/session.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { IdLine } from '#ui/marks/id-line.tsx';
import { PageIcon, type PageIconName } from '#ui/marks/page-icon.tsx';
import { Documents } from './documents.tsx';
import css from './help.module.css';
import { helpEntries } from './help-entries.ts';
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
  const topic = helpTopic.read(useHistoryState());
  const entries = helpEntries(roleOf(useSnapshot(session)));
  return (
    <div className="sides">
      <div className="stack stack--wide">
        {topic && <About topic={topic} />}
        <WriteToUs topic={topic} />
        <section className="group" aria-labelledby="urgent">
          <h2 id="urgent">If it cannot wait</h2>
          <ul className="card rows">
            {entries
              .filter(({ group }) => group === 'urgent')
              .map((entry) => (
                <HelpRow key={entry.href} {...entry} />
              ))}
          </ul>
        </section>
        <section className="group" aria-labelledby="complaints">
          <h2 id="complaints">Complaints and requests</h2>
          <ul className="card rows">
            {entries
              .filter(({ group }) => group === 'complaints')
              .map((entry) => (
                <HelpRow key={entry.href} {...entry} />
              ))}
            <HelpRow
              href={mailTo(operator.complaintsEmail, topic)}
              icon="mail"
              title={operator.complaintsEmail}
              note="We aim to resolve a complaint within 15 business days"
            />
          </ul>
        </section>
      </div>
      <div className="stack stack--wide">
        <Documents />
        <ServiceState />
        <p className="cap muted">
          {operator.company} (UAB: a private limited company under Lithuanian law),{' '}
          {operator.registeredAddress}
        </p>
      </div>
    </div>
  );
}
