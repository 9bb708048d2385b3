import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { KindCount } from '#core/contract/staff/desk.ts';
import { type CaseKind, type Register, registers } from '#core/contract/staff/desk-act.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { Button } from '#ui/actions/button.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useEvery } from '#ui/hooks/use-every.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { groupsOf, openText } from './case-groups.ts';
import { CaseList, Preview } from './case-list.tsx';
import css from './desk.module.css';
import {
  desk,
  findCustomer,
  loadCases,
  loadMore,
  nameOf,
  saveRegister,
  showCases,
} from './desk-state.ts';
import { casePath, customerPath, kindTitles, registerTitles } from './desk-texts.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

/** What others decide, and the age of what waits, is seen so soon. */
const REFRESH_EVERY_MS = 30_000;

/** What requests are called by, however it is typed. */
const REFERENCE = /^r-[0-9a-z]{5}-[0-9a-z]{5}$/i;

/**
 * Finds by what an officer was told: an address opens its customer, a reference its request, and everything else lists the
 * open cases that it names.
 */
function Find() {
  const { search } = useSnapshot(desk);
  const [text, setText] = useState(search);
  const [failure, setFailure] = useState<string>();
  const isOnline = useOnline();
  const find = async (): Promise<void> => {
    const asked = text.trim();
    setFailure(undefined);
    if (REFERENCE.test(asked)) return navigate(casePath('request', asked.toUpperCase()));
    if (!asked.includes('@')) return showCases({ search: asked });
    const found = await findCustomer(asked);
    if ('failure' in found) setFailure(found.failure);
    else navigate(customerPath(found.id));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isOnline) void find();
      }}
    >
      <SearchField
        label="Customer’s email, reference, case, transaction or words"
        value={text}
        onChange={(typed) => {
          setText(typed);
          setFailure(undefined);
          if (typed === '' && search !== '') void showCases({ search: '' });
        }}
      />
      {failure !== undefined && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
    </form>
  );
}

interface KindsProps {
  readonly kinds: readonly Snapshot<KindCount>[];
  readonly open: number;
  readonly chosen: CaseKind | undefined;
}

/** The kinds with how many are open, as chips, or as a list beside the cases. */
function Kinds({ kinds, open, chosen }: KindsProps) {
  const chip = (kind: CaseKind | undefined, title: string, count: number) => (
    <button
      key={title}
      className={`chip ${css.kind}`}
      type="button"
      aria-pressed={kind === chosen}
      onClick={() => void showCases({ kind })}
    >
      <span>{title}</span> <span className={css.count}>{count}</span>
    </button>
  );
  return (
    <fieldset className={`chips chips--scroll ${css.kinds}`} aria-label="Kinds of cases">
      {chip(undefined, 'All open', open)}
      {kinds.map(({ kind, open: count }) => chip(kind, kindTitles[kind], count))}
    </fieldset>
  );
}

/** Downloads a register as a file, for the authority or an auditor. Every download is recorded. */
function Registers() {
  const [register, setRegister] = useState<Register>('requests');
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card pad stack" aria-labelledby="registers">
      <h2 id="registers">Registers</h2>
      <SubmitForm action="Save as CSV" offline={NEEDS_CONNECTION} run={async () => setAsking(true)}>
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

/** What is no case: registers, the position and closed accounts. */
const Besides = () => (
  <div className={css.besides}>
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
        What the law has us keep of them is sealed. It is read with a reason, which stays on record.
      </p>
      <Link className="btn btn--secondary" href="/admin/desk/closed">
        Open closed accounts
      </Link>
    </section>
  </div>
);

/** What is said where nothing is listed. */
function nothingText(search: string, kind: CaseKind | undefined): readonly [string, string] {
  if (search !== '') {
    return [
      'No open case',
      'Nothing that is open has this id, and no open request has these words. A customer is found by email.',
    ];
  }
  if (kind) return ['None of this kind', 'Every case of this kind has been decided.'];
  return ['Nothing is open', 'Every case has been decided.'];
}

/** KEEP-10, EYE-09: all open cases, what is due first. */
export function DeskPage() {
  const { rows, open, kinds, ends, next, failure, kind, search, at } = useSnapshot(desk);
  const isOnline = useOnline();
  useReload(loadCases);
  useEvery(REFRESH_EVERY_MS, loadCases);
  useDeskKeys();
  const counted = search === '' ? kinds.filter((one) => !kind || one.kind === kind) : undefined;
  const chosen = rows?.find((row) => nameOf(row) === at) ?? rows?.[0];
  const [title, text] = nothingText(search, kind);
  return (
    <div className={`stack stack--wide ${css.desk}`}>
      <div className="pagehead">
        <h1 className="vh-m">Desk</h1>
        {rows && <span className="muted">{openText(open, kinds)}</span>}
      </div>
      <div className={css.cases}>
        <Kinds kinds={kinds} open={open} chosen={kind} />
        <div className="stack">
          <Find />
          {failure !== undefined && (
            <SectionFailed failure={failure} onAgain={() => void loadCases()} />
          )}
          {!rows && failure === undefined && <SectionLoading text="Loading cases" height="24rem" />}
          {rows?.length === 0 && (
            <div className="card empty" role="status">
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          )}
          {rows && rows.length > 0 && <CaseList groups={groupsOf(rows, ends, counted)} at={at} />}
          {next !== undefined && (
            <Button
              wide
              disabledReason={isOnline ? undefined : NEEDS_CONNECTION}
              onClick={() => void loadMore()}
            >
              Show more
            </Button>
          )}
          <p className={`small muted ${css.keys}`}>
            <kbd>↓</kbd> <kbd>↑</kbd> go through the cases, <kbd>Enter</kbd> opens one,{' '}
            <kbd>Esc</kbd> comes back, <kbd>Ctrl</kbd> <kbd>Enter</kbd> records a decision,{' '}
            <kbd>/</kbd> finds.
          </p>
        </div>
        {chosen && <Preview row={chosen} />}
      </div>
      <Besides />
    </div>
  );
}
