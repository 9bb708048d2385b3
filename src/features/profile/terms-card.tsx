import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import type { CustomerTerms, TermsVersion } from '#core/contract/account/terms.ts';
import { termsOf } from '#core/routes.ts';
import { formatDay } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useReload } from '#ui/hooks/use-reload.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './profile.module.css';
import { terms } from './terms-state.ts';

/** The documents are pages of their own, so they have plain links. */
const Text = ({ of }: { readonly of: Pick<TermsVersion, 'path' | 'version'> }) => (
  <a href={of.path}>Read version {of.version}</a>
);

/** An instant's day in the customer's zone. */
function useDayOf(): (instant: string) => string {
  const { timeZone } = useSnapshot(session);
  return (instant) => formatDay(Date.parse(instant), timeZone);
}

function Coming({ coming }: { readonly coming: Snapshot<TermsVersion> }) {
  const dayOf = useDayOf();
  const { version, counts_at: at, changes } = coming;
  return (
    <section className="banner" aria-label={`Version ${version}`}>
      <PageIcon name="info" />
      <div className="grow">
        <h3>
          Version {version} counts from {dayOf(at)}
        </h3>
        {changes.length > 0 && (
          <ul className={css.changes}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
        <p className="small">
          <Text of={coming} />. If you do not agree, you can close your account free of charge until
          then, under <Link href="/profile/security">Security</Link>. Otherwise it applies to you
          from that day.
        </p>
      </div>
    </section>
  );
}

/** KEEP-12: for a customer whose agreement we end: what they can still do, and until when. */
function Ending({ ending }: { readonly ending: Snapshot<NonNullable<CustomerTerms['ending']>> }) {
  const dayOf = useDayOf();
  const [ends, until] = [dayOf(ending.ends_at), dayOf(ending.claim_until)];
  const isOver = Date.parse(ending.ends_at) <= serverNow();
  return (
    <section className="banner banner--warn" aria-label="End of the agreement">
      <PageIcon name="alert" />
      <div className="grow">
        <h3>
          {isOver ? `Our agreement ended on ${ends}` : `We end our agreement with you on ${ends}`}
        </h3>
        <p>
          {!isOver && 'Until then your account works as before. After that, '}
          {isOver ? 'Until' : 'until'} {until} you can sell, cash out and withdraw everything you
          hold. Nothing else can be done. Where the law permits, what is not taken by then is
          forfeited; we remind you three times before.
        </p>
        <p className="small">
          <Link href="/assets/send">Withdraw</Link> ·{' '}
          <Link href="/requests/new">Ask us about it</Link>
        </p>
      </div>
    </section>
  );
}

/** KEEP-02: the version of the terms that applies to the customer, since when, and the next version. */
export function TermsCard() {
  const dayOf = useDayOf();
  const { data, failure } = useSnapshot(terms.known);
  const { user } = useSnapshot(session);
  useReload(terms.load);
  const { current, coming = [], former = [] } = data ?? {};
  return (
    <section className="card pad stack" aria-labelledby="terms">
      <h2 id="terms">Terms and Conditions</h2>
      {failure !== undefined && !data && (
        <>
          <SectionFailed failure={failure} onAgain={() => void terms.load()} />
          <p className="small">
            <a href={termsOf(user?.country_code)}>Read the terms</a>, also without a connection.
          </p>
        </>
      )}
      {!data && failure === undefined && <SectionLoading text="Loading your terms" height="4rem" />}
      {data?.ending && <Ending ending={data.ending} />}
      {coming.map((one) => (
        <Coming key={one.version} coming={one} />
      ))}
      {current && (
        <p>
          Version {current.version},{' '}
          {current.told_at === null
            ? `which you accepted on ${dayOf(current.counts_at)}`
            : `which counts since ${dayOf(current.counts_at)}`}
          . <Text of={current} />
        </p>
      )}
      {former.length > 0 && (
        <ul className={css.changes}>
          {former.map((one) => (
            <li className="small" key={one.version}>
              Before: since {dayOf(one.counts_at)}. <Text of={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
