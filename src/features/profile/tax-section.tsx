import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { assetLink } from '#core/carried/asset-link.ts';
import { taxFor } from '#core/carried/profile.ts';
import { countryName } from '#core/people/country.ts';
import { withoutNumberTexts } from '#core/tax/certification.ts';
import { formatDay } from '#core/time/date-text.ts';
import { taxDataOf } from '#identity/tax-prompt.tsx';
import { serverNow } from '#platform/time/server-clock.ts';
import { draftOf } from '#transport/customer/drafts.ts';
import { kyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { PartView, part } from '#ui/hooks/part.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { type KnownTax, knownTaxIn } from './tax-known.ts';
import { taxForm } from './tax-opened.ts';
import css from './verification.module.css';

/** The form brings the formats of all countries' numbers, so it is loaded only when it is opened. */
const form = part(async () => (await import('./tax-form.tsx')).TaxFormPart);

const RECURRING = { href: '/cash/recurring', state: undefined } as const;

/** Links back to the page that sent the customer here. A draft kept there names the asset of its form. */
const backs = [
  { link: assetLink('/swap', undefined), text: 'Back to your swap' },
  { link: assetLink('/buy-sell', undefined), text: 'Back to your trade' },
  { link: RECURRING, text: 'Back to recurring buys' },
] as const;

/** The link back, if one of those pages sent the customer here. */
const wayBackIn = (state: unknown) => backs.find(({ link }) => link.href === taxFor.read(state));

/** What a customer reads who has not certified yet. */
function Asked({ known }: { readonly known: KnownTax }) {
  const { timeZone } = useSnapshot(session);
  const { limitedFrom } = known;
  if (limitedFrom === undefined) {
    return (
      <p>
        Before your first trade, the law has us ask in which countries you pay tax, and for your tax
        numbers there. Depositing and withdrawing work without it.
      </p>
    );
  }
  const isLimited = serverNow() >= limitedFrom;
  return (
    <div className={`banner ${isLimited ? 'banner--error' : 'banner--warn'}`}>
      <PageIcon name="alert" />
      <p className="grow">
        {isLimited
          ? `Your account is limited since ${formatDay(limitedFrom, timeZone)}: until you state where you pay tax, you can only sell, cash out and withdraw. Then everything works again at once.`
          : `The law has us ask in which countries you pay tax, and for your tax numbers there. Please answer by ${formatDay(limitedFrom, timeZone)}: from then on you can only sell, cash out and withdraw until you do.`}
      </p>
    </div>
  );
}

/** The number of a country is still to come: until when, and what then (EYE-06). */
function Following({ by }: { readonly by: number }) {
  const { timeZone } = useSnapshot(session);
  const isLimited = serverNow() >= by;
  return (
    <div className={`banner ${isLimited ? 'banner--error' : 'banner--warn'}`}>
      <PageIcon name="alert" />
      <p className="grow">
        {isLimited
          ? `Your account is limited since ${formatDay(by, timeZone)}: until you add your tax number, you can only sell, cash out and withdraw. Then everything works again at once.`
          : `Please add your tax number by ${formatDay(by, timeZone)}: from then on you can only sell, cash out and withdraw until it is there.`}
      </p>
    </div>
  );
}

const saidOf = ({ end, without }: NonNullable<KnownTax['certified']>['residences'][number]) =>
  without ? withoutNumberTexts[without] : end ? `Number ending in ${end.slice(-3)}` : 'To follow';

function Certified({ certified }: { readonly certified: NonNullable<KnownTax['certified']> }) {
  const { timeZone } = useSnapshot(session);
  return (
    <>
      <dl className={css.tax}>
        {certified.residences.map((one) => (
          <div key={one.country}>
            <dt>{countryName(one.country)}</dt>
            <dd>{saidOf(one)}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">
        Certified on {formatDay(certified.at, timeZone)}. When it changes, tell us within 30 days.
      </p>
    </>
  );
}

/** KEEP-14: where the customer pays tax, and the form that certifies it. */
export function TaxSection() {
  const data = taxDataOf(useSnapshot(kyc));
  const back = wayBackIn(useHistoryState());
  const isOnline = useOnline();
  const known = data && knownTaxIn(data);
  const isAnswered = known?.certified !== undefined;
  const { opened } = useSnapshot(taxForm);
  useEffect(
    () => () => {
      taxForm.opened = undefined;
    },
    [],
  );
  // The form is open for a customer who was sent here to fill it in, or who has a draft of it.
  const isOpen =
    opened ??
    (draftOf('tax') !== undefined || (back !== undefined && known !== undefined && !isAnswered));
  if (!known) return null;
  return (
    <section className="card pad stack" aria-labelledby="tax-residence">
      <h2 id="tax-residence" tabIndex={-1}>
        Tax residence
      </h2>
      {!isAnswered && <Asked known={known} />}
      {known.certified && known.limitedFrom !== undefined && <Following by={known.limitedFrom} />}
      {known.certified && !isOpen && <Certified certified={known.certified} />}
      {isOpen ? (
        <PartView part={form} placeholder={<span className="skel" style={{ height: '20rem' }} />} />
      ) : (
        <div className={css.taxActions}>
          {back && isAnswered && (
            <Link className="btn btn--primary" {...back.link}>
              {back.text}
            </Link>
          )}
          <Button
            variant={isAnswered && known.limitedFrom === undefined ? 'secondary' : 'primary'}
            disabledReason={isOnline ? undefined : 'Stating it needs a connection.'}
            onClick={() => {
              taxForm.opened = true;
            }}
          >
            {!isAnswered
              ? 'State where you pay tax'
              : known.limitedFrom === undefined
                ? 'Change'
                : 'Add your tax number'}
          </Button>
        </div>
      )}
    </section>
  );
}
