import { useCallback } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { DeskCustomer } from '#core/contract/staff/desk-customer.ts';
import { findKept } from '#core/money/cash.ts';
import { countryName } from '#core/people/country.ts';
import { statementOf } from '#core/statement/statement.ts';
import { formatDay } from '#core/time/date-text.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { IdLine } from '#ui/marks/id-line.tsx';
import { amountText } from './case-list.tsx';
import css from './desk.module.css';
import { customer, loadCustomer, loadOlder, nameOf } from './desk-state.ts';
import { ageText, casePath, leftText, plainWord, urgencyOf } from './desk-texts.ts';
import { EntryLine } from './entry-line.tsx';
import { Speaking } from './speaking.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

type ShownCustomer = Snapshot<DeskCustomer>;

const useDay = (): ((at: string) => string) => {
  const { timeZone } = useSnapshot(session);
  return (at) => formatDay(Date.parse(at), timeZone);
};

const risks = { low: 'Low risk', medium: 'Medium risk', high: 'High risk' } as const;

function Who({ found }: { readonly found: ShownCustomer }) {
  const dayOf = useDay();
  return (
    <section className="card pad stack" aria-labelledby="who">
      <div className={css.named}>
        <h2 id="who">{found.name || found.email}</h2>
        {found.kyc_status === 'approved' && <span className="pill pill--ok">Verified</span>}
        {found.risk && (
          <span className={`pill ${found.risk.group === 'high' ? 'pill--bad' : ''}`}>
            {risks[found.risk.group]}
          </span>
        )}
      </div>
      <dl className="kv">
        <div>
          <dt>Email</dt>
          <dd className={css.whom}>{found.email}</dd>
        </div>
        <div>
          <dt>Country</dt>
          <dd>{countryName(found.country)}</dd>
        </div>
        <div>
          <dt>Customer since</dt>
          <dd>{dayOf(found.since)}</dd>
        </div>
        <div>
          <dt>Identity check</dt>
          <dd>{plainWord(found.kyc_status)}</dd>
        </div>
        <div>
          <dt>Relationship</dt>
          <dd>{found.relationship}</dd>
        </div>
        <IdLine label="Account" id={found.id} />
      </dl>
    </section>
  );
}

function Cases({ cases }: Pick<ShownCustomer, 'cases'>) {
  const now = serverNow();
  return (
    <section className="card" aria-labelledby="open">
      <div className="card__head">
        <h2 id="open">Open cases</h2>
        <span className="muted">{cases.length}</span>
      </div>
      {cases.length === 0 && <p className={`muted ${css.none}`}>None is open.</p>}
      <ul className={`rows ${css.list}`} data-cases>
        {cases.map((row) => (
          <li key={nameOf(row)}>
            <Link className={`row ${css.entry} ${css.caseOf}`} href={casePath(row.kind, row.id)}>
              <span>
                <b>{row.title}</b>
                <small className={`muted ${css.whom}`}>{row.about}</small>
              </span>
              <span className="row__end">
                <b className={css[urgencyOf(row.due_at, now)]}>
                  {row.due_at === null
                    ? `${ageText(row.since, now)} old`
                    : leftText(row.due_at, now)}
                </b>
                {row.amount && (
                  <small className="num" translate="no">
                    {amountText(row.amount, row.currency_id)} {row.currency_id}
                  </small>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Transactions({ found }: { readonly found: ShownCustomer }) {
  const isOnline = useOnline();
  const entries = statementOf(found.transactions, found.failed_payments);
  return (
    <section className="card" aria-labelledby="transactions">
      <div className="card__head">
        <h2 id="transactions">Transactions</h2>
      </div>
      {entries.length === 0 && <p className={`muted ${css.none}`}>There are none yet.</p>}
      <ul className={`rows ${css.list}`}>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ul>
      {found.next !== undefined && (
        <div className="pad">
          <Button
            wide
            disabledReason={isOnline ? undefined : NEEDS_CONNECTION}
            onClick={() => void loadOlder()}
          >
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}

const Holdings = ({ holdings }: Pick<ShownCustomer, 'holdings'>) => (
  <section className="card pad stack" aria-labelledby="holdings">
    <h2 id="holdings">Holdings</h2>
    {holdings.length === 0 ? (
      <p className="muted">Nothing is held.</p>
    ) : (
      <dl className="kv num">
        {holdings.map(({ currency_id: code, amount }) => (
          <div key={code}>
            <dt>{findKept(code)?.name ?? code}</dt>
            <dd translate="no">
              {amountText(amount, code)} {code}
            </dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

function Risk({ found }: { readonly found: ShownCustomer }) {
  const dayOf = useDay();
  const { risk, id } = found;
  return (
    <section className="card pad stack" aria-labelledby="risk">
      <h2 id="risk">Risk</h2>
      {risk ? (
        <dl className="kv">
          <div>
            <dt>Group</dt>
            <dd>{risks[risk.group]}</dd>
          </div>
          <div>
            <dt>Because</dt>
            <dd className={css.whom}>{risk.reason}</dd>
          </div>
          <div>
            <dt>Decided</dt>
            <dd className={css.whom}>
              {dayOf(risk.decided_at)} by {risk.by || 'the rules'}
            </dd>
          </div>
          <div>
            <dt>Next update of their data</dt>
            <dd>{dayOf(risk.due_at)}</dd>
          </div>
        </dl>
      ) : (
        <p className="muted">No group was decided yet.</p>
      )}
      {risk && (
        <Link className="btn btn--secondary" href={casePath('risk', id)}>
          Change the risk group
        </Link>
      )}
    </section>
  );
}

const toDesk = (): void => navigate('/admin/desk');

/** EYE-09: what an officer who was asked about a customer needs: their cases, risk, holdings and transactions. */
export function CustomerPage({ id }: { readonly id: string }) {
  const { of, found, failure } = useSnapshot(customer);
  const load = useCallback(() => void loadCustomer(id), [id]);
  useReload(load);
  useDeskKeys(toDesk);
  const shown = of === id ? found : undefined;
  return (
    <div className="stack">
      {failure !== undefined && <SectionFailed failure={failure} onAgain={load} />}
      {!shown && failure === undefined && (
        <SectionLoading text="Loading the customer" height="24rem" />
      )}
      {shown && (
        <div className={css.page}>
          <div className="stack">
            <Who found={shown} />
            <Cases cases={shown.cases} />
            <Transactions found={shown} />
          </div>
          <div className="stack">
            <Holdings holdings={shown.holdings} />
            <Risk found={shown} />
            <Speaking customer={id} speaking={shown.speaking} onChanged={load} />
            <p className="small muted">
              <Link href={casePath('ending', id)}>End or continue the relationship</Link>
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
