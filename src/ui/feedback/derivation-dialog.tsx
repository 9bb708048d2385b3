import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Derivation } from '#core/derivation/derivation.ts';
import { type DerivationLine, linesOf } from '#core/derivation/text.ts';
import { useMasked } from '#ui/hooks/signals.ts';
import { Dialog } from './dialog.tsx';
import css from './explained.module.css';
import type { Explain } from './explained.tsx';

interface Props {
  readonly of: Derivation;
  readonly onClose: () => void;
}

/** A path of more steps is behind “More”: the number and what it is made of come first (EYE-11). */
const FEW = 4;

function Path({ lines }: { readonly lines: readonly DerivationLine[] }) {
  return (
    <ol className={`small ${css.steps}`}>
      {lines.map(({ label, how, result, rounding }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <li key={i}>
          <span>{label}</span>
          <b className="num" translate="no">
            {result}
          </b>
          {how && (
            <small className="num muted" translate="no" data-part="how">
              {how}
            </small>
          )}
          {rounding && (
            <small className="muted" data-part="rounding">
              {rounding}
            </small>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The computation of a number: its parts, rates, sources and rounding (EASE-14). */
function DerivationDialog({ of, onClose }: Props) {
  const masked = useMasked();
  const lines = linesOf(of);
  return (
    <Dialog title={of.title} onClose={onClose} sheet>
      {masked ? (
        <p className="muted">Your balances are hidden.</p>
      ) : (
        <>
          <p className={`num ${css.shown}`} translate="no" data-testid="shown">
            {of.shown}
          </p>
          {of.parts && (
            <dl className="kv num">
              {of.parts.map(({ label, text }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd translate="no">{text}</dd>
                </div>
              ))}
            </dl>
          )}
          {lines.length > FEW ? (
            <details>
              <summary className="textbtn">More</summary>
              <Path lines={lines} />
            </details>
          ) : (
            <Path lines={lines} />
          )}
        </>
      )}
      {of.sources.map((source) => (
        <p key={source} className="cap">
          {source}
        </p>
      ))}
    </Dialog>
  );
}

/**
 * Shows how a number was computed, if that is known. Rendered outside of the number's element, because a
 * paragraph cannot contain a dialog.
 */
export async function openDerivation(
  of: Explain,
  show: (dialog: ReactNode) => void,
): Promise<void> {
  const derivation = await of();
  if (!derivation) return;
  const dialog = <DerivationDialog of={derivation} onClose={() => show(undefined)} />;
  show(createPortal(dialog, document.body));
}
