import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import { type Register, registers } from '#core/contract/staff/desk-act.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import css from './desk.module.css';
import { desk, findCustomer, loadCases, loadMore, saveRegister } from './desk-state.ts';
import { casePath, leftText, registerTitles, urgencyOf } from './desk-texts.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

function Row({ row }: { readonly row: Snapshot<CaseRow> }) {
  const { timeZone } = useSnapshot(session);
  const now = serverNow();
  const urgency = urgencyOf(row.due_at, now);
  return (
    <li>
      <Link className={css.case} href={casePath(row.kind, row.id)}>
        <b>{row.title}</b>
        <span className={`${css.end} ${urgency === 'later' ? '' : css[urgency]}`}>
          {leftText(row.due_at, now)}
        </span>
        <span className={`small muted ${css.whom}`}>{row.customer || row.id}</span>
        <span className={`small muted ${css.end}`}>
          {row.due_at
            ? formatInstant(Date.parse(row.due_at), timeZone, now)
            : `Since ${formatInstant(Date.parse(row.since), timeZone, now)}`}
        </span>
        {row.clocks?.map(({ title, due_at }) => (
          <span key={title} className={`small muted ${css.clock}`}>
            {title}: <span className={css[urgencyOf(due_at, now)]}>{leftText(due_at, now)}</span>
          </span>
        ))}
      </Link>
    </li>
  );
}

/** Finds the case of a caller, who gives a reference or the email address of the account. */
function FindCase() {
  const [text, setText] = useState('');
  return (
    <section className="card pad stack" aria-labelledby="find">
      <h2 id="find">Find</h2>
      <SubmitForm
        action="Open"
        busyAction="Looking"
        offline="This needs a connection."
        run={async (fail) => {
          const asked = text.trim();
          if (asked === '') return;
          if (!asked.includes('@')) return navigate(casePath('request', asked.toUpperCase()));
          const found = await findCustomer(asked);
          if ('failure' in found) return fail(found.failure);
          navigate(casePath('ending', found.id));
        }}
      >
        <TextField
          label="Reference of a request, or a customer’s email"
          placeholder="R-XXXXX-XXXXX"
          value={text}
          onChange={setText}
          autoCapitalize="none"
          spellCheck={false}
        />
      </SubmitForm>
    </section>
  );
}

/** Downloads a register as a file, for the authority or an auditor. Every download is recorded. */
function Registers() {
  const [register, setRegister] = useState<Register>('requests');
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card pad stack" aria-labelledby="registers">
      <h2 id="registers">Registers</h2>
      <SubmitForm
        action="Save as CSV"
        offline="This needs a connection."
        run={async () => setAsking(true)}
      >
        <SelectField
          label="Register"
          value={register}
          options={registers.map((value) => ({ value, label: registerTitles[value] }))}
          onChange={(value) => setRegister(registers.find((one) => one === value) ?? register)}
        />
      </SubmitForm>
      {isAsking && (
        <ProofDialog
          act={{ act: 'register', register }}
          title="Take a register along"
          about={`${registerTitles[register]}. The log says that you took it.`}
          action="Save as CSV"
          busyAction="Reading"
          onProof={async (otp) => {
            const not = await saveRegister(register, otp);
            if (!not) setAsking(false);
            return not;
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** KEEP-10: all open cases, the earliest deadline first. */
export function DeskPage() {
  const { rows, open, next, failure } = useSnapshot(desk);
  const isOnline = useOnline();
  useReload(loadCases);
  useDeskKeys();
  return (
    <div className="stack stack--wide">
      <div className="pagehead">
        <h1 className="vh-m">Desk</h1>
        {rows && <span className="muted">{open === 1 ? '1 open' : `${open} open`}</span>}
      </div>
      <p className="small muted">
        <kbd>↓</kbd> <kbd>↑</kbd> go through the cases, <kbd>Enter</kbd> opens one, <kbd>Esc</kbd>{' '}
        comes back, <kbd>Ctrl</kbd> <kbd>Enter</kbd> records a decision.
      </p>
      {failure !== undefined && (
        <SectionFailed failure={failure} onAgain={() => void loadCases()} />
      )}
      {!rows && failure === undefined && <SectionLoading text="Loading cases" height="24rem" />}
      {rows?.length === 0 && (
        <div className="card empty" role="status">
          <h2>Nothing is open</h2>
          <p>Every case has been decided.</p>
        </div>
      )}
      {rows && rows.length > 0 && (
        <ul className={`card ${css.list}`} aria-label="Open cases" data-cases>
          {rows.map((row) => (
            <Row key={`${row.kind} ${row.id}`} row={row} />
          ))}
        </ul>
      )}
      {next !== undefined && (
        <Button
          wide
          disabledReason={isOnline ? undefined : 'This needs a connection.'}
          onClick={() => void loadMore()}
        >
          Show more
        </Button>
      )}
      <FindCase />
      <Registers />
      <section className="card pad stack" aria-labelledby="position">
        <h2 id="position">Position</h2>
        <p className="muted">
          What customers are owed in each asset and currency, and what is held for them.
        </p>
        <Link className="btn btn--secondary" href="/admin/desk/position">
          Open the position
        </Link>
      </section>
      <section className="card pad stack" aria-labelledby="closed">
        <h2 id="closed">Closed accounts</h2>
        <p className="muted">
          What the law has us keep of them is sealed. It is read with a reason, which stays on
          record.
        </p>
        <Link className="btn btn--secondary" href="/admin/desk/closed">
          Open closed accounts
        </Link>
      </section>
    </div>
  );
}
