import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { assetLink } from '#core/carried/asset-link.ts';
import { waitingPurchase } from '#core/carried/profile.ts';
import { marketOf } from '#core/money/region.ts';
import { PROFILE_UPDATED } from '#core/words/account.ts';
import { needsTaxData } from '#identity/tax-prompt.tsx';
import { afterFrame } from '#platform/time/after-frame.ts';
import { browserTimeZone, chooseTimeZone } from '#platform/time/time-zone.ts';
import { kyc, kycStatusOf, loadKyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { PartView, part } from '#ui/hooks/part.tsx';
import { useChosenTimeZone } from '#ui/hooks/signals.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import {
  type Address,
  addressFields,
  birthText,
  differs,
  fieldFacts,
  isComplete,
  keepForm,
  saveAddress,
  savedAddress,
  startingForm,
} from './account-form.ts';
import css from './profile.module.css';
import { TermsCard } from './terms-card.tsx';

const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

const NEEDED = 'Needed for your purchase';

/** PROF-02: personal data that the customer cannot change here. */
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
    <div className="stack">
      <dl className={`card pad ${css.facts}`}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '-'}</dd>
          </div>
        ))}
      </dl>
      {user?.role === 'user' && (
        <p className="small muted">
          Your email address can be changed under <Link href="/profile/security">Security</Link>.
        </p>
      )}
    </div>
  );
}

/** The time zone in which dates are shown: the device's, or one that the customer chose. */
function TimeZoneChoice() {
  const chosenTimeZone = useChosenTimeZone();
  const own = browserTimeZone();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return (
    <div className="card pad">
      <SelectField
        label="Time zone for dates"
        value={chosenTimeZone}
        options={[
          { value: '', label: own ? `This device’s (${zoneName(own)})` : 'This device’s' },
          ...zones.map((value) => ({ value, label: zoneName(value) })),
        ]}
        onChange={chooseTimeZone}
      />
    </div>
  );
}

/** What stands above the fields while a purchase waits for them (BUY-03). */
const PurchaseNote = ({ complete }: { readonly complete: boolean }) => (
  <p className="banner" role="status">
    <PageIcon name={complete ? 'check' : 'info'} />
    {complete
      ? 'Your purchase now has everything it needs.'
      : 'Your purchase needs the fields marked below.'}
  </p>
);

/** Focuses the link back to the purchase, else the first empty field. */
function focusNext(form: HTMLFormElement | null): void {
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  const empty = inputs.find(({ value }) => value.trim() === '');
  (form?.querySelector('a') ?? empty ?? inputs[0])?.focus();
}

/** `awaited`: a purchase waits for what is missing. */
function AddressForm({ awaited }: { readonly awaited: boolean }) {
  const { user } = useSnapshot(session);
  const saved = savedAddress(user);
  const [form, setForm] = useState(() => startingForm(saved));
  /** Missing fields are marked as wrong only after a first attempt to save. */
  const [tried, setTried] = useState(false);
  const changed = differs(form, saved);
  const complete = isComplete(saved);
  const returning = awaited && complete && !changed;
  useFlow('profile', changed);
  const { form: sending, button } = useSubmit({
    offline: 'Saving needs a connection. What you typed stays here.',
    blocked: changed ? undefined : 'Nothing has changed yet.',
    check: () => !showMissing(),
    run: async () => {
      const result = await saveAddress(form);
      if (result.ok) {
        // If the customer typed more while saving, that stays.
        setForm((now) => (now === form ? result.saved : now));
        toast.success(PROFILE_UPDATED);
        if (awaited) afterFrame(() => focusNext(place.current));
      } else if (result.why) toast.error(result.why, { title: result.message });
      else toast.error(result.message);
    },
  });
  const place = sending.ref;
  useEffect(() => {
    // After the navigation, which focuses the page itself.
    if (awaited) afterFrame(() => focusNext(place.current));
  }, [awaited, place]);

  const change = (next: Address): void => {
    setForm(next);
    keepForm(next, saved);
  };
  const showMissing = (): boolean => {
    if (!awaited || isComplete(form)) return false;
    setTried(true);
    focusNext(place.current);
    return true;
  };
  return (
    <form className="card pad stack" {...sending}>
      <h2>Address</h2>
      {awaited && <PurchaseNote complete={complete} />}
      <div className={css.fields}>
        {addressFields.map((field) => {
          const missing = awaited && form[field].trim() === '';
          return (
            <TextField
              key={field}
              {...fieldFacts[field]}
              name={field}
              value={form[field]}
              // It stays when the field is filled, so that nothing below moves.
              help={awaited && !complete ? NEEDED : undefined}
              error={tried && missing ? NEEDED : undefined}
              onChange={(value) => change({ ...form, [field]: value })}
            />
          );
        })}
      </div>
      <div className={`stack stack--tight ${css.save}`}>
        {returning ? (
          <Link className="btn btn--primary" {...assetLink('/buy-sell', undefined)}>
            Back to your purchase
          </Link>
        ) : (
          <Button variant="primary" {...button} onBlocked={() => void showMissing()}>
            {button.busy ? 'Saving...' : 'Save Changes'}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The form brings the formats of all countries' numbers, so it is loaded only when it is needed. */
const firstPayment = part(async () => (await import('./tax-form.tsx')).FirstPaymentPart);

const FormSkeleton = () => <span className="skel" style={{ height: '20rem' }} aria-busy="true" />;

/**
 * What a purchase waits for: address and tax residence in one form (EYE-06), or the address alone of a customer who has
 * certified already.
 */
function Awaited() {
  const known = useSnapshot(kyc);
  /** Once it is sent nothing is needed any more, and the form leads away. */
  const [begun, setBegun] = useState(false);
  const asks = begun || needsTaxData(known);
  useReload(loadKyc);
  useEffect(() => {
    if (asks) setBegun(true);
  }, [asks]);
  if (asks) return <PartView part={firstPayment} placeholder={<FormSkeleton />} />;
  return kycStatusOf(known) === undefined ? <FormSkeleton /> : <AddressForm awaited />;
}

/** The form comes first for a customer sent here by a purchase. */
export function AccountSection() {
  const awaited = waitingPurchase.read(useHistoryState()) !== undefined;
  const { user } = useSnapshot(session);
  return (
    <>
      {awaited && <Awaited />}
      <Facts />
      <TimeZoneChoice />
      {!awaited && <AddressForm awaited={false} />}
      {user?.role === 'user' && <TermsCard />}
    </>
  );
}
