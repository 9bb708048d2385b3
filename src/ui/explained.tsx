import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Derivation } from '#core/domain/derivation/derivation.ts';
import css from './explained.module.css';

interface Props {
  /** Asked for when the number is touched: what it was made from is what is known then. */
  readonly of: () => Derivation | undefined | Promise<Derivation | undefined>;
  /** The number as it is shown. */
  readonly children: ReactNode;
}

/** A number that explains itself: touched, it shows the sum that made it (EASE-14). */
export function Explained({ of, children }: Props) {
  const [dialog, setDialog] = useState<ReactNode>();
  const open = async (): Promise<void> => {
    const [{ DerivationDialog }, derivation] = await Promise.all([
      import('./derivation-dialog.tsx'),
      of(),
    ]);
    if (!derivation) return;
    setDialog(<DerivationDialog of={derivation} onClose={() => setDialog(undefined)} />);
  };
  return (
    <>
      <button
        className={css.number}
        type="button"
        aria-haspopup="dialog"
        title="How this is worked out"
        // Without the part nothing opens, and the number stands there as before.
        onClick={() => open().catch(() => undefined)}
      >
        {children}
      </button>
      {dialog && createPortal(dialog, document.body)}
    </>
  );
}
