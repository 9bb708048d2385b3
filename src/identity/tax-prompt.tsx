import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import type { kyc } from '#transport/kyc.ts';
import { Dialog } from '#ui/dialog.tsx';

type Known = Snapshot<Pick<typeof kyc, 'of' | 'data'>>;

/** What the server said of where this customer pays tax, each by its name; undefined: nothing is known. */
export const taxDataOf = (
  known: Known,
  userId: string | undefined,
): readonly (readonly [string, string])[] | undefined =>
  known.of === userId
    ? known.data?.tax_data?.map((one) => [one.kyc_property, one.kyc_value] as const)
    : undefined;

/** Whether it has to be certified before the first trade (KEEP-14). */
export const needsTaxData = (known: Known, userId: string | undefined): boolean =>
  taxDataOf(known, userId)?.some(([name]) => name === 'needed') ?? false;

/** What the navigation to the form says of where its customer came from, and goes back to. */
const taxEntry = (from: string) => ({ taxFor: from });

interface Props {
  /** The page that leads to the form, and that it leads back to. */
  readonly from: string;
  readonly onClose: () => void;
}

/** Asks for the tax residence before the first trade (KEEP-14). */
export const TaxPrompt = ({ from, onClose }: Props) => (
  <Dialog title="Before your first trade" sheet onClose={onClose}>
    <p>
      The law has us ask every customer in which countries they pay tax. It takes a minute, and what
      you typed here stays.
    </p>
    <Link
      className="btn btn--primary btn--wide"
      href="/profile/verification"
      state={taxEntry(from)}
    >
      State where you pay tax
    </Link>
  </Dialog>
);
