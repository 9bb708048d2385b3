import type { CSSProperties } from 'react';

interface Props {
  /** Whole seconds left. */
  readonly seconds: number;
  readonly of: number;
}

/** A ring that empties as time runs out. Timers are not announced: its owner says when it ends. */
export const CountdownRing = ({ seconds, of }: Props) => (
  <span
    className="ring"
    role="timer"
    translate="no"
    aria-label={seconds > 0 ? `Quote valid for ${seconds} seconds` : 'No quote'}
    data-done={seconds > 0 ? undefined : ''}
    // A new quote fills the ring at once; only the emptying is animated.
    data-full={seconds === of ? '' : undefined}
    style={{ '--p': seconds / of } as CSSProperties}
  >
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="18" pathLength="100" />
      <circle cx="20" cy="20" r="18" pathLength="100" />
    </svg>
    <span aria-hidden="true">{seconds || undefined}</span>
  </span>
);
