import { useSnapshot } from 'valtio/react';
import type { Cash } from '#core/money/cash.ts';
import { needsTaxData, TaxPrompt } from '#identity/tax-prompt.tsx';
import { kyc, loadKyc } from '#transport/session/kyc.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useReload } from '#ui/hooks/use-reload.ts';
import { NewBuyDialog } from './new-buy-dialog.tsx';
import { buys } from './recurring-state.ts';

interface Props {
  readonly cash: Cash;
  /** The asset of the page that it is opened on. */
  readonly about?: string | undefined;
  readonly onClose: () => void;
}

/** Sets up a recurring buy, from whichever page: first what it must know is read, and where tax is paid is stated. */
export function NewBuy({ cash, about, onClose }: Props) {
  const { data, failure } = useSnapshot(buys.known);
  const needsTax = needsTaxData(useSnapshot(kyc));
  useReload(buys.load);
  useReload(loadKyc);
  if (needsTax) return <TaxPrompt from="/cash/recurring" onClose={onClose} />;
  if (data) {
    return (
      <NewBuyDialog cash={cash} mostSpread={data.mostSpread} about={about} onClose={onClose} />
    );
  }
  return (
    <Dialog title="New recurring buy" sheet onClose={onClose}>
      {failure === undefined ? (
        <SectionLoading text="Loading your recurring buys" height="10rem" />
      ) : (
        <SectionFailed failure={failure} onAgain={() => void buys.load()} />
      )}
    </Dialog>
  );
}
