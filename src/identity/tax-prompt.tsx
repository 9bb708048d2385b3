import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import { taxFor } from '#core/carried/profile.ts';
import type { kyc } from '#transport/session/kyc.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';

type KycData = Snapshot<Pick<typeof kyc, 'data'>>;

/** The server's data about this customer's tax residence, by property name; undefined if unknown. */
export const taxDataOf = (known: KycData): readonly (readonly [string, string])[] | undefined =>
  known.data?.tax_data?.map((one) => [one.kyc_property, one.kyc_value] as const);

/** Whether the customer must certify it before the first trade (KEEP-14). */
export const needsTaxData = (known: KycData): boolean =>
  taxDataOf(known)?.some(([name]) => name === 'needed') ?? false;

interface Props {
  /** The page that shows the prompt, to which the form returns. */
  readonly from: string;
  readonly onClose: () => void;
}

/** Asks the customer to certify their tax residence before the first trade (KEEP-14). */
export const TaxPrompt = ({ from, onClose }: Props) => (
  <Dialog title="Before your first trade" sheet onClose={onClose}>
    <p>
      The law has us ask every customer in which countries they pay tax. It takes a minute, and what
      you typed here stays.
    </p>
    <Link
      className="btn btn--primary btn--wide"
      href="/profile/verification"
      state={taxFor.give(from)}
    >
      State where you pay tax
    </Link>
  </Dialog>
);
