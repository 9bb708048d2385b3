import { type ReactNode, useState } from 'react';
import type { Derivation } from '#core/domain/derivation/derivation.ts';
import css from './explained.module.css';

/** Asked for when the number is touched: what it was made from is what is known then. */
export type Explain = () => Derivation | undefined | Promise<Derivation | undefined>;

interface Props {
  readonly of: Explain;
  /** The number as it is shown. */
  readonly children: ReactNode;
}

/** A number that explains itself: touched, it shows the sum that made it (EASE-14). */
export function Explained({ of, children }: Props) {
  const [dialog, setDialog] = useState<ReactNode>();
  return (
    <>
      <button
        className={css.number}
        type="button"
        aria-haspopup="dialog"
        title="How this is worked out"
        onClick={() =>
          // Without the part nothing opens, and the number stands there as before.
          import('./derivation-dialog.tsx').then(
            ({ openDerivation }) => openDerivation(of, setDialog),
            () => undefined,
          )
        }
      >
        {children}
      </button>
      {dialog}
    </>
  );
}
