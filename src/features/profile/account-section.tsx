import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { marketOf } from '#core/domain/region.ts';
import { online } from '#platform/network.ts';
import { session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { PageIcon } from '#ui/page-icon.tsx';
import { toast } from '#ui/toasts.ts';
import { useFlow } from '#ui/use-flow.ts';
import {
  type Address,
  addressFields,
  birthText,
  differs,
  fieldFacts,
  keepForm,
  saveAddress,
  savedAddress,
  startingForm,
} from './account-form.ts';
import css from './profile.module.css';
import { purchaseWaits } from './sections.ts';

/** PROF-02: what the customer cannot change here. */
function Facts() {
  const current = useSnapshot(session);
  const { user, timeZone } = current;
  const facts = [
    ['First name', user?.first_name],
    ['Last name', user?.last_name],
    ['Date of birth', birthText(user?.dob ?? '')],
    ['Email', user?.email],
    ['Time Zone', timeZone],
    ['Primary Market Currency', marketOf(current)],
  ];
  return (
    <dl className={`card pad ${css.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '-'}</dd>
        </div>
      ))}
    </dl>
  );
}

function AddressForm() {
  useSignals();
  const { user } = useSnapshot(session);
  const saved = savedAddress(user);
  const [form, setForm] = useState(() => startingForm(saved));
  const [busy, setBusy] = useState(false);
  const changed = differs(form, saved);
  const awaited = purchaseWaits(useHistoryState());
  const complete = addressFields.every((field) => saved[field].trim() !== '');
  useFlow('profile', changed);

  const change = (next: Address): void => {
    setForm(next);
    keepForm(next, saved);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!user || busy || !changed || !online.peek()) return;
    setBusy(true);
    const result = await saveAddress(user, form);
    setBusy(false);
    if (result.ok) {
      // What was typed on while saving stays.
      setForm((now) => (now === form ? result.saved : now));
      toast.success('Profile updated successfully!');
    } else if (result.why) toast.error(result.why, { title: result.message });
    else toast.error(result.message);
  };

  const reason = !online.value
    ? 'Saving needs a connection. What you typed stays here.'
    : changed
      ? undefined
      : 'Nothing has changed yet.';
  return (
    <form className="card pad stack" onSubmit={(event) => void submit(event)} noValidate>
      <h2>Address</h2>
      {awaited &&
        (complete ? (
          <div className="banner" role="status">
            <PageIcon name="check" />
            <p className="grow">Nothing is missing any more.</p>
            <Link className="textbtn" href="/buy-sell">
              Back to your purchase
            </Link>
          </div>
        ) : (
          <p className="banner banner--warn">
            <PageIcon name="info" />
            Your purchase waits for the marked fields.
          </p>
        ))}
      <div className={css.fields}>
        {addressFields.map((field) => (
          <TextField
            key={field}
            {...fieldFacts[field]}
            name={field}
            value={form[field]}
            error={awaited && form[field].trim() === '' ? 'Needed for your purchase' : undefined}
            onChange={(value) => change({ ...form, [field]: value })}
          />
        ))}
      </div>
      <div className={`stack stack--tight ${css.save}`}>
        <Button
          variant="primary"
          type="submit"
          busy={busy}
          disabledReason={busy ? undefined : reason}
        >
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}

export const AccountSection = () => (
  <>
    <Facts />
    <AddressForm />
  </>
);
