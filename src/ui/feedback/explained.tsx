import { type ReactNode, useState } from 'react';
import type { Derivation } from '#core/derivation/derivation.ts';
import css from './explained.module.css';

/** Returns the derivation when the number is touched, from the data of that moment. */
export type Explain = () => Derivation | undefined | Promise<Derivation | undefined>;

interface Props {
  readonly of: Explain;
  /** What the number is: it is reached by itself, without the words beside it (EYE-11). */
  readonly name: string;
  /** The number as shown, or an icon beside one. */
  readonly children: ReactNode;
  /** The number as text, where it is drawn in parts. */
  readonly text?: string;
}

/** A number that can be explained: a press shows how it was computed (EASE-14). */
export function Explained({ of, name, children, text }: Props) {
  const said = text ?? (typeof children === 'string' ? children : undefined);
  const [dialog, setDialog] = useState<ReactNode>();
  return (
    <>
      <button
        className={css.number}
        type="button"
        aria-haspopup="dialog"
        aria-label={said === undefined ? name : `${name} ${said}, explain`}
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
