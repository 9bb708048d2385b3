import { type ReactNode, useState } from 'react';
import type { Derivation } from '#core/derivation/derivation.ts';
import css from './explained.module.css';

/** Returns the derivation when the number is touched, from the data of that moment. */
export type Explain = () => Derivation | undefined | Promise<Derivation | undefined>;

interface Props {
  readonly of: Explain;
  /** The number as shown. */
  readonly children: ReactNode;
}

/** A number that can be explained: a press shows how it was computed (EASE-14). */
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
          // If the dialog cannot be loaded, nothing opens.
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
