import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import type { CustomerRequest } from '#core/contract/account/request.ts';
import { leads } from '#core/page-leads.ts';
import { requestTitles } from '#core/people/request-rules.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { IdLine } from '#ui/marks/id-line.tsx';
import { stateText, whenText } from './request-texts.ts';
import css from './requests.module.css';
import { requests } from './requests-state.ts';

const CHANGING = ['requests'] as const;

interface ItemProps {
  readonly one: CustomerRequest;
  readonly timeOf: (at: number) => string;
}

function Item({ one, timeOf }: ItemProps) {
  const { tone, text } = stateText(one.state);
  return (
    <li className="card pad stack">
      <div className="line between">
        <h2>{requestTitles[one.kind]}</h2>
        <span className={`pill ${tone}`}>{text}</span>
      </div>
      {one.title && <p>{one.title}</p>}
      <p className="strong">{whenText(one, timeOf)}</p>
      {one.later && <p className={css.written}>{one.later}</p>}
      {one.answer && (
        <div className={`banner ${css.answer}`}>
          <p className={css.written}>{one.answer}</p>
        </div>
      )}
      <details>
        <summary>What you wrote</summary>
        <p className={css.written}>{one.body}</p>
      </details>
      <dl className="kv">
        <IdLine label="Reference" id={one.reference} />
        {one.about && <IdLine label="Transaction ID" id={one.about} />}
      </dl>
    </li>
  );
}

/** KEEP-03: the customer's requests, with their state and deadline. */
export function RequestsPage() {
  const { data: list, asOf, failure } = useSnapshot(requests.known);
  const { timeZone } = useSnapshot(session);
  const isOnline = useOnline();
  useReload(requests.load, CHANGING);
  useShownAsOf(list && asOf);
  const timeOf = (at: number): string => formatInstant(at, timeZone, serverNow());
  return (
    <div className="stack">
      <p className="muted">{leads['/requests']}</p>
      {/* Above the list, which grows when it comes. */}
      <Link className={`btn btn--secondary ${css.begin}`} href="/requests/new">
        New request or complaint
      </Link>
      {failure !== undefined && (isOnline || !list) && (
        <SectionFailed failure={failure} onAgain={() => void requests.load()} />
      )}
      {!list && failure === undefined && (
        <SectionLoading text="Loading your requests" height="12rem" />
      )}
      {list?.length === 0 && (
        <div className="card empty" role="status">
          <h2>Nothing yet</h2>
          <p>To report a problem with a transaction, open it in your history.</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className={css.list}>
          {list.map((one) => (
            <Item key={one.reference} one={one} timeOf={timeOf} />
          ))}
        </ul>
      )}
    </div>
  );
}
