import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { brand } from '#core/brand.ts';
import { type HelpTopic, helpTopicOf, mailTo } from '#core/domain/help-topic.ts';
import { roleOf, session } from '#transport/session.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { IdLine } from '#ui/id-line.tsx';
import { PageIcon } from '#ui/page-icon.tsx';
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
    <a className="btn btn--primary" href={mailTo(brand.supportEmail, topic)}>
      <PageIcon name="mail" />
      Email support
    </a>
    <p className={css.address}>
      <span>{brand.supportEmail}</span>
      <CopyButton what="Address" text={brand.supportEmail}>
        Copy
      </CopyButton>
    </p>
  </section>
);

/** EASE-03: help and documents, for everybody and without a network. */
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
          <li>
            <Link className="row" href={role ? '/profile/security' : '/reset-password'}>
              <span className="ticon">
                <PageIcon name="shield" />
              </span>
              <span>
                <b>Somebody else may be using my account</b>
                <small>
                  {role
                    ? 'Security: freeze the account, sign out other devices'
                    : 'Choose a new password: it signs out every device'}
                </small>
              </span>
              <PageIcon name="right" size="s" />
            </Link>
          </li>
          <li>
            <Link className="row" href="/recover">
              <span className="ticon">
                <PageIcon name="device" />
              </span>
              <span>
                <b>I have lost my phone and my codes</b>
                <small>The way back into your account</small>
              </span>
              <PageIcon name="right" size="s" />
            </Link>
          </li>
          {role === 'user' && (
            <li>
              <Link className="row" href="/transactions">
                <span className="ticon">
                  <PageIcon name="list" />
                </span>
                <span>
                  <b>Something is wrong with a transaction</b>
                  <small>Open it and choose “Get help with this”: its reference comes along</small>
                </span>
                <PageIcon name="right" size="s" />
              </Link>
            </li>
          )}
        </ul>
      </section>
      <section className="group" aria-labelledby="complaints">
        <h2 id="complaints">Complaints</h2>
        <ul className="card rows">
          <li>
            <a className="row" href={mailTo(brand.complaintsEmail, topic)}>
              <span className="ticon">
                <PageIcon name="mail" />
              </span>
              <span>
                <b>{brand.complaintsEmail}</b>
                <small>We aim to resolve a complaint within 15 business days</small>
              </span>
              <PageIcon name="right" size="s" />
            </a>
          </li>
        </ul>
      </section>
      <Documents />
      <ServiceState />
      <p className="cap muted">
        {brand.company}, {brand.registeredAddress}
      </p>
    </div>
  );
}
