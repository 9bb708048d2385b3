import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '#ui/marks/icon.tsx';
import { fadeOut } from './fade-out.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /**
   * Called on Escape and Back, by the close button and, unless something was typed, on a press beside the dialog. Its
   * owner removes the dialog; one that may not be closed now says so with `stays`.
   */
  readonly onClose: () => void;
  /** On a small screen, the dialog rises from the bottom edge. */
  readonly sheet?: boolean;
  /** A field and what it finds, without a heading on screen; it has its own close button. */
  readonly bar?: boolean;
  /** Leaves out the close button, because the dialog has a button of its own. */
  readonly plain?: boolean;
  /** It may not be closed now: it shows something that would be lost, or waits for an outcome (READ-05). */
  readonly stays?: boolean;
  readonly describedBy?: string;
}

/** The first field of a form in the dialog, which gets the focus: a choice of chips is one, too (EYE-11). */
const FIRST_FIELD =
  'form :is(input:not([type=checkbox], [type=radio]), select, textarea, fieldset.chips > button):enabled';

/** Until then, a press beside the dialog is the second press of a double-click that opened it. */
const SETTLED_MS = 400;

/** The browser's own modal dialog: it keeps the focus inside and gives it back when it closes. */
export function Dialog({
  title,
  children,
  onClose,
  sheet,
  bar,
  plain,
  stays = false,
  describedBy,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  /** Whether a press began outside: selecting text to beyond the edge must not close the dialog. */
  const beganBeside = useRef(false);
  /** The time from which a press beside the dialog closes it. */
  const settledAt = useRef(0);
  const isBeside = ({ target, clientX, clientY }: MouseEvent): boolean => {
    if (!dialog.current || target !== dialog.current) return false;
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would focus the close button, which comes first.
    element?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    settledAt.current = performance.now() + SETTLED_MS;
    return () => {
      if (element) fadeOut(element);
      element?.close();
    };
  }, []);
  const close = (): void => {
    if (!stays) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, which arrives as `cancel`
    <dialog
      ref={dialog}
      className={bar ? 'dialog bar' : sheet ? 'dialog sheet' : 'dialog'}
      aria-labelledby={heading}
      aria-describedby={describedBy}
      closedby={stays ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // Older browsers close it by themselves when Escape or Back is pressed often enough, whatever was prevented.
      onClose={() => {
        if (dialog.current?.open) return;
        close();
        if (stays) dialog.current?.showModal();
      }}
      onPointerDown={(event) => {
        beganBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        const settled = event.timeStamp > settledAt.current;
        if (settled && beganBeside.current && isBeside(event)) close();
      }}
      // Text typed into a form is discarded by a key or a button, not by a finger that slipped.
      onInput={({ target }) => {
        if (target instanceof Element && target.closest('dialog form'))
          settledAt.current = Infinity;
      }}
    >
      <div className={bar ? undefined : 'stack'}>
        <div className={bar ? 'vh' : 'line between'}>
          <h2 id={heading}>{title}</h2>
          {!bar && !plain && !stays && (
            <button className="iconbtn" type="button" aria-label="Close" onClick={close}>
              <Icon name="x" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
