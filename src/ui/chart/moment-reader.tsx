import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { nearest, type PriceLine } from './price-line.ts';

interface Props {
  /** The name of what is read. */
  readonly label: string;
  readonly places: PriceLine['places'];
  /** The place that is read, or the last one. */
  readonly at: number;
  /** What is said of it. */
  readonly reading: string;
  /** Undefined: none is read any more. */
  readonly onRead: (at: number | undefined) => void;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

const steps: Readonly<Record<string, (at: number, end: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageDown: (at) => at - 10,
  PageUp: (at) => at + 10,
  Home: () => 0,
  End: (_at, end) => end,
};

/** What is drawn over time: a press, a hover or the arrow keys read a single moment from it. */
export function MomentReader({ label, places, at, reading, onRead, className, children }: Props) {
  const end = places.length - 1;
  function read(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    onRead(nearest(places, (event.clientX - box.left) / box.width));
  }
  function step(event: KeyboardEvent): void {
    const move = steps[event.key];
    if (!move) return;
    event.preventDefault();
    onRead(Math.max(0, Math.min(end, move(at, end))));
  }
  return (
    <div
      className={className}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={at}
      aria-valuetext={reading}
      onPointerMove={read}
      onPointerDown={read}
      onPointerLeave={() => onRead(undefined)}
      onBlur={() => onRead(undefined)}
      onKeyDown={step}
    >
      {children}
    </div>
  );
}
