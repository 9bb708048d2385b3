import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { useSearch } from 'wouter';
import type { ClosedAccount } from '#core/contract/staff/desk.ts';
import { LONGEST_TEXT } from '#core/people/request-rules.ts';
import { isBlank } from '#core/text/one-line.ts';
import { formatInstantInFull } from '#core/time/date-text.ts';
import { NEEDS_CONNECTION_KEPT } from '#core/words/connection.ts';
import { SAY_WHOSE } from '#core/words/staff.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { IdLine } from '#ui/marks/id-line.tsx';
import { closed, erase, forgetClosed, keepLonger, readClosed } from './closed-accounts-state.ts';
import css from './desk.module.css';
import { partTitles, storedName } from './desk-texts.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

const whyMissing = (reason: string): string | undefined =>
  isBlank(reason) ? 'Say why.' : undefined;

function Ask() {
  // A case names the account that it is about.
  const asked = new URLSearchParams(useSearch()).get('account') ?? '';
  const { values, show, bind } = useFields({ about: asked, reason: '' });
  const { about, reason } = values;
  const [isAsking, setAsking] = useState(false);
  useFlow('closed-account', reason !== '');
  return (
    <section className="card pad stack" aria-label="Whose account">
      <SubmitForm
        action="Read"
        offline={NEEDS_CONNECTION_KEPT}
        check={() =>
          show({
            about: isBlank(about) ? SAY_WHOSE : undefined,
            reason: whyMissing(reason),
          })
        }
        run={async () => setAsking(true)}
      >
        <TextField
          label="Email address or account number"
          maxLength={254}
          spellCheck={false}
          autoCapitalize="none"
          {...bind('about')}
        />
        <TextArea
          label="Reason"
          maxLength={LONGEST_TEXT}
          help="Who asks for it, and why. It stays with what is kept, beside your name."
          {...bind('reason')}
        />
      </SubmitForm>
      {isAsking && (
        <ProofDialog
          act={{ act: 'read', about }}
          title="Confirm it is you"
          about="It stands with what is kept that you read it, and why."
          action="Read"
          busyAction="Reading"
          onProof={async (otp) => {
            const not = await readClosed(about, reason, otp);
            if (not) return not;
            setAsking(false);
            return undefined;
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function KeepLonger({ id }: { readonly id: string }) {
  const { values, show, bind } = useFields({ reason: '' });
  const [isAsking, setAsking] = useState(false);
  const { reason } = values;
  return (
    <>
      <SubmitForm
        action="Keep two years longer"
        offline={NEEDS_CONNECTION_KEPT}
        check={() => show({ reason: whyMissing(reason) })}
        run={async () => setAsking(true)}
      >
        <TextArea
          label="The authority’s request"
          maxLength={LONGEST_TEXT}
          help="Which authority asks for it, and its reasons. It can be done once."
          {...bind('reason')}
        />
      </SubmitForm>
      {isAsking && (
        <ProofDialog
          act={{ act: 'extend', id, reason }}
          title="Confirm it is you"
          about="What is kept of this account is kept two years longer."
          action="Keep two years longer"
          busyAction="Recording"
          onProof={async (otp) => {
            const not = await keepLonger({ id, reason, otp });
            if (not) return not;
            setAsking(false);
            toast.success('It is kept two years longer.');
            return undefined;
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type ShownAccount = Snapshot<ClosedAccount>;

/** KEEP-10: erases the kept data of an account before its time, once two officers have asked for it. */
function Erase({ id, erasure }: Pick<ShownAccount, 'id' | 'erasure'>) {
  const { timeZone } = useSnapshot(session);
  const { values, show, bind } = useFields({ reason: '' });
  const [isAsking, setAsking] = useState(false);
  const { reason } = values;
  const action = erasure ? 'Erase for good' : 'Propose to erase';
  return (
    <div className="stack">
      <h3>Erase before its time</h3>
      {erasure && (
        <div className="banner banner--warn">
          <div className="grow">
            <p>
              {erasure.own ? 'You want' : `${erasure.by} wants`} it erased ·{' '}
              {formatInstantInFull(Date.parse(erasure.at), timeZone)}
            </p>
            <p className={css.written}>{erasure.reason}</p>
          </div>
        </div>
      )}
      {erasure?.own ? (
        <p className="muted">Another officer has to confirm it.</p>
      ) : (
        <SubmitForm
          action={action}
          danger={erasure !== null}
          offline={NEEDS_CONNECTION_KEPT}
          check={() => show({ reason: whyMissing(reason) })}
          run={async () => setAsking(true)}
        >
          <TextArea
            label="Why it is not kept any longer"
            maxLength={LONGEST_TEXT}
            help="Such as the order of a court. Nobody can bring back what is erased."
            {...bind('reason')}
          />
        </SubmitForm>
      )}
      {isAsking && (
        <ProofDialog
          act={{ act: 'erase', id, reason }}
          title="Confirm it is you"
          about="Nobody can bring back what is erased."
          action={action}
          busyAction="Recording"
          danger={erasure !== null}
          onProof={async (otp) => {
            const done = await erase({ id, reason, otp });
            if ('text' in done) return done;
            setAsking(false);
            toast.success(done.second ? 'Noted. Another officer has to confirm it.' : 'Erased.');
            return undefined;
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Part({ part }: { readonly part: ShownAccount['parts'][number] }) {
  const { timeZone } = useSnapshot(session);
  const { tables, erase_at: end, extended } = part;
  return (
    <section className="stack" aria-label={partTitles[part.part]}>
      <div>
        <h3>{partTitles[part.part]}</h3>
        <p className="small muted">
          {extended ? 'Kept longer for an authority, until ' : 'Kept until '}
          {formatInstantInFull(Date.parse(end), timeZone)}
        </p>
      </div>
      {tables === null && (
        <p className="small">
          It was sealed with a key that the server does not have: ask for the former ARCHIVE_KEY.
        </p>
      )}
      {tables?.map(({ name, rows }) => (
        <div key={name}>
          <h4>{storedName(name)}</h4>
          {rows.map((row) => {
            const said = row.filter(({ value }) => value !== '');
            return (
              <dl className={`kv ${css.stored}`} key={said.map(({ value }) => value).join()}>
                {said.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{storedName(label)}</dt>
                    <dd className={css.written}>{value}</dd>
                  </div>
                ))}
              </dl>
            );
          })}
        </div>
      ))}
    </section>
  );
}

function Account({ found }: { readonly found: ShownAccount }) {
  const { timeZone } = useSnapshot(session);
  const { id, closed_at: at, parts, acts, erasure } = found;
  const timeOf = (instant: string): string => formatInstantInFull(Date.parse(instant), timeZone);
  return (
    <section className="card pad stack" aria-label="Closed account">
      <h2>Closed {timeOf(at)}</h2>
      <dl className="kv">
        <IdLine label="Account number" id={id} />
      </dl>
      {parts.map((part) => (
        <Part key={part.part} part={part} />
      ))}
      <div>
        <h3>Who read it</h3>
        <ul className={css.list}>
          {acts.map(({ at: when, by, act, reason }) => (
            <li className={css.act} key={`${when} ${act}`}>
              <span className="small muted">
                {act === 'read' ? 'Read' : 'Kept longer'} by {by} · {timeOf(when)}
              </span>
              <p className={css.written}>{reason}</p>
            </li>
          ))}
        </ul>
      </div>
      {!parts.some(({ extended }) => extended) && <KeepLonger id={id} />}
      <Erase id={id} erasure={erasure} />
    </section>
  );
}

/** KEEP-05: what is kept of closed accounts. Every reading needs a reason, which is recorded. */
export function ClosedAccountsPage() {
  const { about, found } = useSnapshot(closed);
  // The data are forgotten when the page is left, so that nobody finds them on screen later.
  useEffect(() => forgetClosed, []);
  useDeskKeys();
  return (
    <div className={css.page}>
      <Ask />
      <div className="stack">
        {found?.length === 0 && (
          <div className="card empty" role="status">
            <h2>Nothing is kept</h2>
            <p className={css.whom}>No closed account was found for {about}.</p>
          </div>
        )}
        {found?.map((one) => (
          <Account key={one.id} found={one} />
        ))}
      </div>
    </div>
  );
}
