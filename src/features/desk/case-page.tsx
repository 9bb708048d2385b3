import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { DeskCase } from '#core/contract/staff/desk.ts';
import type { CaseDecision, DeskAct } from '#core/contract/staff/desk-act.ts';
import { LONGEST_TEXT } from '#core/people/request-rules.ts';
import { normalizePath } from '#core/routes.ts';
import { type StatementEntry, statementOf, transactionIdOf } from '#core/statement/statement.ts';
import { isBlank } from '#core/text/one-line.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { NEEDS_CONNECTION, NEEDS_CONNECTION_KEPT } from '#core/words/connection.ts';
import { SAY_UNTIL_WHEN, SAY_WHERE_TO } from '#core/words/staff.ts';
import { entryText, statusText } from '#history/entry-text.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { IdLine } from '#ui/marks/id-line.tsx';
import { amountText } from './case-list.tsx';
import css from './desk.module.css';
import { decide, loadCase, openCase, saveEvidence } from './desk-state.ts';
import {
  caseOf,
  closedPath,
  customerPath,
  decisionTitle,
  endOfBusiness,
  factText,
  leftText,
  type NamedTransaction,
  type Prepared,
  preparedFor,
  reasonHelp,
  reasonLabel,
  urgencyOf,
} from './desk-texts.ts';
import { EntryLine } from './entry-line.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { Speaking } from './speaking.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

interface PayeeProps {
  readonly networks: readonly string[];
  readonly typed: { readonly account: string; readonly network: string; readonly tag: string };
  readonly error: string | undefined;
  readonly onChange: (typed: PayeeProps['typed']) => void;
}

/** HARD-51: where the money of a closed account is paid; both officers type it. */
function Payee({ networks, typed, error, onChange }: PayeeProps) {
  const isCash = networks.length === 0;
  return (
    <>
      {!isCash && (
        <SelectField
          label="Network"
          value={typed.network}
          options={networks.map((value) => ({ value, label: value }))}
          onChange={(network) => onChange({ ...typed, network })}
        />
      )}
      <TextField
        label={isCash ? 'Bank account' : 'Address'}
        value={typed.account}
        maxLength={200}
        spellCheck={false}
        autoCapitalize="none"
        help={
          isCash
            ? 'The IBAN, or BSB and account number. It is paid in the former customer’s name; the second officer types it, too.'
            : 'The second officer types it, too.'
        }
        error={error}
        onChange={(account) => onChange({ ...typed, account })}
      />
      {typed.network === 'XRP Ledger' && (
        <TextField
          label="Destination tag"
          value={typed.tag}
          maxLength={20}
          help="Empty: the address needs none."
          onChange={(tag) => onChange({ ...typed, tag })}
        />
      )}
    </>
  );
}

interface DecideProps {
  readonly about: Pick<
    DeskCase,
    'kind' | 'id' | 'seen' | 'version' | 'title' | 'check' | 'amount' | 'currency_id' | 'customer'
  >;
  readonly decisions: readonly CaseDecision[];
  readonly networks: readonly string[];
  /** The transactions that stand beside it, as the customer sees them. */
  readonly transactions: readonly NamedTransaction[];
}

interface PreparedProps {
  readonly texts: readonly Prepared[];
  readonly onInsert: (text: string) => void;
}

/** Texts to begin from: each is added to what was typed, and can be changed. */
const PreparedTexts = ({ texts, onInsert }: PreparedProps) => (
  <fieldset className="chips" aria-label="Texts to insert">
    {texts.map(({ title, about, text }) => (
      <button
        key={title}
        className={`chip ${css.text}`}
        type="button"
        onClick={() => onInsert(text)}
      >
        <span>
          {title}
          {about !== undefined && <small className="muted">{about}</small>}
        </span>
      </button>
    ))}
  </fieldset>
);

type DecideAct = Extract<DeskAct, { readonly act: 'decide' }>;

/** What is confirmed: the decision, what it is about, the sum and the customer. */
const confirmText = (
  decision: string,
  { title, amount, currency_id: code, customer }: DecideProps['about'],
): string =>
  [
    `${decision}: ${title}`,
    amount !== undefined && `${amountText(amount, code)} ${code ?? ''}`.trim(),
    customer,
  ]
    .filter(Boolean)
    .join(' · ');

/** Whether a decision takes something from somebody. */
const isGrave = (decision: CaseDecision): boolean =>
  ['reject', 'end', 'end-now', 'book', 'give-back'].includes(decision);

function Decide({ about, decisions, networks, transactions }: DecideProps) {
  const [chosen, setChosen] = useState<CaseDecision>();
  const field = useFirstField();
  const [reason, setReason] = useState('');
  const [date, setDate] = useState('');
  const [to, setTo] = useState({ account: '', network: networks[0] ?? '', tag: '' });
  const [wrong, setWrong] = useState<'decision' | 'reason' | 'date' | 'payee'>();
  const [asking, setAsking] = useState<DecideAct>();
  useFlow('case', reason !== '' || to.account !== '');
  const [only, ...others] = decisions;
  if (!only) return null;
  // Where there is a choice, nobody makes it but the officer.
  const decision = others.length === 0 ? only : decisions.find((one) => one === chosen);
  const title = (one: CaseDecision): string => decisionTitle(about.kind, one);
  const due = endOfBusiness(date);
  const prepared = decision ? preparedFor(about.kind, decision, transactions) : [];
  const insert = (text: string): void => {
    setReason((typed) => (typed === '' ? text : `${typed.trimEnd()}\n\n${text}`));
    field.current?.querySelector('textarea')?.focus();
  };
  return (
    <section className="card pad stack" aria-label="Decision" ref={field}>
      <SubmitForm
        action={decision ? title(decision) : 'Record the decision'}
        danger={decision !== undefined && isGrave(decision)}
        offline={NEEDS_CONNECTION_KEPT}
        check={() => {
          const found = !decision
            ? 'decision'
            : isBlank(reason)
              ? 'reason'
              : decision === 'later' && due === undefined
                ? 'date'
                : decision === 'pay' && isBlank(to.account)
                  ? 'payee'
                  : undefined;
          setWrong(found);
          return found === undefined;
        }}
        run={async () => {
          if (!decision) return;
          setAsking({
            act: 'decide',
            kind: about.kind,
            id: about.id,
            decision,
            reason,
            ...(decision === 'later' && due !== undefined && { due_at: due }),
            ...(decision === 'pay' && { to }),
          });
        }}
      >
        {others.length > 0 && (
          <fieldset
            className={css.choices}
            aria-describedby={wrong === 'decision' ? 'undecided' : undefined}
          >
            <legend className="label">Decision</legend>
            {decisions.map((one) => (
              <label key={one} className={css.choice}>
                <input
                  type="radio"
                  name="decision"
                  checked={one === decision}
                  aria-invalid={wrong === 'decision' ? true : undefined}
                  onChange={() => {
                    setChosen(one);
                    setWrong(undefined);
                  }}
                />
                <span>{title(one)}</span>
              </label>
            ))}
            {wrong === 'decision' && (
              <p className="error" id="undecided" role="alert">
                Choose a decision.
              </p>
            )}
          </fieldset>
        )}
        {decision === 'later' && (
          <TextField
            label="Answer by the end of"
            type="date"
            value={date}
            error={wrong === 'date' ? SAY_UNTIL_WHEN : undefined}
            onChange={setDate}
          />
        )}
        {decision === 'pay' && (
          <Payee
            networks={networks}
            typed={to}
            error={wrong === 'payee' ? SAY_WHERE_TO : undefined}
            onChange={setTo}
          />
        )}
        {prepared.length > 0 && <PreparedTexts texts={prepared} onInsert={insert} />}
        <TextArea
          label={decision ? reasonLabel(about.kind, decision) : 'Reason'}
          value={reason}
          maxLength={LONGEST_TEXT}
          help={
            decision
              ? reasonHelp(about.kind, decision, about.check)
              : 'Choose a decision first: it says who reads this.'
          }
          error={wrong === 'reason' ? 'Say why.' : undefined}
          onChange={setReason}
        />
      </SubmitForm>
      {asking && (
        <ProofDialog
          act={asking}
          title="Confirm it is you"
          about={confirmText(title(asking.decision), about)}
          action={title(asking.decision)}
          busyAction="Recording"
          danger={isGrave(asking.decision)}
          onProof={async (otp) => {
            const { act: _, ...decided } = asking;
            const done = await decide({
              ...decided,
              ...(about.seen !== undefined && { seen: about.seen }),
              ...(about.version !== undefined && { version: about.version }),
              otp,
            });
            if (!done.ok) {
              // What was refused is not as the officer read it: the case is shown as it is now.
              if (!done.atCode) {
                await loadCase(about.kind, about.id);
                if (openCase.found?.decisions.length === 0) toast.error(done.text);
              }
              return done;
            }
            toast.success(done.second ? 'Noted. Another officer has to confirm it.' : 'Recorded.');
            toDesk();
            return undefined;
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

/** An officer who opens a case decides: the first field has the focus, unless something else was chosen meanwhile. */
function useFirstField() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    afterFrame(() => {
      const held = document.activeElement;
      if (held !== document.body && held?.id !== 'main') return;
      section.current
        ?.querySelector<HTMLElement>('input, textarea')
        ?.focus({ preventScroll: true });
    });
  }, []);
  return section;
}

function Facts({ found }: { readonly found: Snapshot<DeskCase> }) {
  const { timeZone } = useSnapshot(session);
  const now = serverNow();
  const timeOf = (at: string): string => formatInstant(Date.parse(at), timeZone, now);
  const {
    kind,
    title,
    id,
    customer,
    customer_id: account,
    since,
    due_at: due,
    clocks = [],
    facts,
    body,
    decided,
    decision,
    proposed,
    became,
    closed_account: closed,
    letter,
  } = found;
  return (
    <section className="card pad stack" aria-labelledby="case">
      <h2 id="case">{title}</h2>
      {!decided && due && (
        <p className="strong">
          Due {timeOf(due)} · <span className={css[urgencyOf(due, now)]}>{leftText(due, now)}</span>
        </p>
      )}
      {body && (
        <blockquote className={css.quote}>
          <h3 className="vh">What the customer wrote</h3>
          <p className={css.written}>{body}</p>
        </blockquote>
      )}
      {clocks.length > 0 && (
        <ul className={css.list} aria-label="Other clocks">
          {clocks.map(({ title: whose, due_at: until }) => (
            <li key={whose}>
              {whose}: {timeOf(until)} ·{' '}
              <span className={css[urgencyOf(until, now)]}>{leftText(until, now)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="kv">
        <IdLine label="Reference" id={id} />
        <div>
          <dt>Since</dt>
          <dd>{timeOf(since)}</dd>
        </div>
        {customer && (
          <div>
            <dt>Customer</dt>
            <dd className={css.whom}>
              {account === null ? customer : <Link href={customerPath(account)}>{customer}</Link>}
            </dd>
          </div>
        )}
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={css.whom}>{factText({ label, value })}</dd>
          </div>
        ))}
      </dl>
      {closed !== undefined && (
        <p>
          <Link href={closedPath(closed)}>What is kept of the closed account</Link>
        </p>
      )}
      {letter !== undefined && (
        <div>
          <h3>Letter to print</h3>
          <p className={css.written}>{letter}</p>
        </div>
      )}
      {!decided && became && (
        <div className="banner banner--warn">
          <div className="grow">
            <h3>What has become of it</h3>
            <p>{became}</p>
          </div>
        </div>
      )}
      {!decided && proposed && (
        <div className="banner banner--warn">
          <div className="grow">
            <h3>{decisionTitle(kind, proposed.decision)}: a second officer has to confirm it</h3>
            <p>
              Decided by {proposed.own ? 'you' : proposed.by} · {timeOf(proposed.at)}
            </p>
            <p className={css.written}>{proposed.reason}</p>
          </div>
        </div>
      )}
      {decided && (
        <div>
          <h3>
            Decided {timeOf(decided.at)}
            {decided.by && ` by ${decided.by}`}
          </h3>
          {decision && <p className="strong">{decisionTitle(kind, decision)}</p>}
          <p className={css.written}>{decided.text}</p>
        </div>
      )}
    </section>
  );
}

/** What the transactions beside a case are to it. */
function aboutTitle({ transaction, names_them: isNamed }: Snapshot<DeskCase>): string {
  if (transaction) return 'The transaction it is about';
  return isNamed ? 'Transactions that the text names' : 'The customer’s latest transactions';
}

/** The transactions beside a case, as the customer's own history shows them. */
const entriesOf = ({ transaction, transactions = [] }: Snapshot<DeskCase>) =>
  statementOf(transaction ? [transaction] : transactions);

/** A transaction in a line: what, how much, its state and when. */
function entryLine(entry: StatementEntry, timeZone: string): string {
  const { title, amount } = entryText(entry);
  const when = formatInstant(entry.at, timeZone, serverNow());
  return [title, amount, statusText(entry), when].join(' · ');
}

/** The transactions that a customer wrote about, or else their latest ones, and the way to all of theirs. */
function About({ found }: { readonly found: Snapshot<DeskCase> }) {
  const { customer_id: account } = found;
  const entries = entriesOf(found);
  if (entries.length === 0) return null;
  return (
    <section className="card" aria-labelledby="about">
      <div className="card__head">
        <h2 id="about">{aboutTitle(found)}</h2>
        {account !== null && (
          <Link className="textbtn" href={customerPath(account)}>
            All transactions
          </Link>
        )}
      </div>
      <ul className={`rows ${css.list}`}>
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

/** HARD-93: everything that we know of a disputed card payment, as one file. */
function Evidence({ id }: { readonly id: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <section className="card pad stack" aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <SubmitForm
        action="Save as text"
        offline={NEEDS_CONNECTION}
        run={async () => setAsking(true)}
      >
        <p className="muted">
          The purchase, the customer, what was bought and where it went, as one text for the
          provider.
        </p>
      </SubmitForm>
      {asking && (
        <ProofDialog
          act={{ act: 'evidence', id }}
          title="Take the evidence along"
          about="The log says that you took it."
          action="Save as text"
          busyAction="Reading"
          onProof={async (otp) => {
            const not = await saveEvidence(id, otp);
            if (!not) setAsking(false);
            return not;
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

const toDesk = (): void => navigate('/admin/desk');

/** KEEP-10: one case, with the facts for a decision. */
export function CasePage() {
  const [path] = useLocation();
  const known = caseOf(normalizePath(path));
  const kind = known?.kind;
  const id = known?.id;
  const { of, found, failure } = useSnapshot(openCase);
  const { timeZone } = useSnapshot(session);
  const load = useCallback(() => {
    if (kind && id) void loadCase(kind, id);
  }, [kind, id]);
  useReload(load);
  useDeskKeys(toDesk);
  if (!kind || !id) {
    return (
      <section className="card empty">
        <h2>Case not found</h2>
        <Link className="btn btn--secondary" href="/admin/desk">
          Go back to the desk
        </Link>
      </section>
    );
  }
  const shown = of === `${kind} ${id}` ? found : undefined;
  return (
    <div className="stack">
      {failure !== undefined && <SectionFailed failure={failure} onAgain={load} />}
      {!shown && failure === undefined && <SectionLoading text="Loading the case" height="24rem" />}
      {shown && (
        <div className={css.page}>
          <div className="stack">
            <Facts found={shown} />
            <About found={shown} />
          </div>
          <div className="stack">
            <Decide
              key={shown.id}
              about={{
                kind,
                id: shown.id,
                title: shown.title,
                customer: shown.customer,
                ...(shown.amount !== undefined && { amount: shown.amount }),
                ...(shown.currency_id !== undefined && { currency_id: shown.currency_id }),
                ...(shown.seen !== undefined && { seen: shown.seen }),
                ...(shown.version !== undefined && { version: shown.version }),
                ...(shown.check !== undefined && { check: shown.check }),
              }}
              decisions={shown.decisions}
              networks={shown.networks ?? []}
              transactions={entriesOf(shown).map((entry) => ({
                id: transactionIdOf(entry),
                about: entryLine(entry, timeZone),
              }))}
            />
            {shown.evidence && <Evidence id={shown.id} />}
            {shown.customer_id !== null && (
              <Speaking
                key={`speaking ${shown.id}`}
                customer={shown.customer_id}
                speaking={shown.speaking ?? []}
                onChanged={load}
              />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
