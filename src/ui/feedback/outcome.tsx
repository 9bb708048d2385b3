import { type ReactNode, useEffect, useRef } from 'react';
import { tapBack } from '#platform/device/haptic.ts';
import { Button } from '#ui/actions/button.tsx';
import css from './outcome.module.css';
import { type SignProps, StateSign } from './state-sign.tsx';

interface Props {
  readonly title: string;
  /** The type of the operation. */
  readonly type?: string;
  /** `over`: it ended without anything being moved. */
  readonly tone: SignProps['tone'];
  /** For what is under way: it has not left yet. */
  readonly waits?: boolean;
  readonly action: string;
  readonly children?: ReactNode;
  /** Other actions, below the main button. */
  readonly otherwise?: ReactNode;
  readonly onDone: () => void;
}

/** The outcome of a flow, in place of its form. It focuses its heading and, when it disappears, the page. */
export function Outcome({
  title,
  type,
  tone,
  waits = true,
  action,
  children,
  otherwise,
  onDone,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isGood = tone === 'good';
  useEffect(() => {
    if (isGood) tapBack();
  }, [isGood]);
  useEffect(() => {
    // Its sign stands above the heading, to which the browser would scroll, and a card higher than the window would be
    // aligned with it: the page begins at its head, and moves only if the heading were out of view there.
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.scrollIntoView({ block: 'nearest' });
    return () => document.getElementById('main')?.focus({ preventScroll: true });
  }, []);
  return (
    <section className={`card pad stack ${css.outcome}`} data-type={type}>
      <StateSign tone={tone} waits={waits} large />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <Button variant="primary" wide onClick={onDone}>
        {action}
      </Button>
      {otherwise}
    </section>
  );
}

/** TRD-03: why nothing was bought or sold. */
export const Failed = ({
  text,
  onDone,
}: {
  readonly text: string;
  readonly onDone: () => void;
}) => (
  <Outcome title="Payment Failed" tone="bad" action="OK" onDone={onDone}>
    <p className="muted">{text}</p>
  </Outcome>
);

/**
 * Shown while the server is asked for the outcome of a write whose answer was lost: it claims nothing
 * (BEY-02).
 */
export const CheckingOutcome = ({
  online,
  children,
}: {
  readonly online: boolean;
  readonly children: ReactNode;
}) => (
  <section className={`card pad stack ${css.outcome}`} aria-busy="true">
    <span className="spin" aria-hidden="true" />
    <div role="status">
      <h2>Checking what happened…</h2>
      <p className="muted">{children}</p>
      {!online && <p className="stale">Waiting for the connection to come back.</p>}
    </div>
  </section>
);
