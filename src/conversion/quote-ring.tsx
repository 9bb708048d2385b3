import type { ReadonlySignal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { CountdownRing } from '#ui/ring.tsx';

interface Props {
  readonly seconds: ReadonlySignal<number>;
  readonly active: boolean;
}

const QUOTE_SECONDS = 10;

/** The quote's countdown, in its own component so that its card does not rerender every second. */
export function QuoteRing({ seconds, active }: Props) {
  useSignals();
  return <CountdownRing seconds={active ? seconds.value : 0} of={QUOTE_SECONDS} />;
}
