import type { ReadonlySignal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { CountdownRing } from '#ui/ring.tsx';

interface Props {
  readonly seconds: ReadonlySignal<number>;
  readonly active: boolean;
}

const QUOTE_SECONDS = 10;

/** The quote's countdown, in a component of its own so that only it rerenders every second. */
export function QuoteRing({ seconds, active }: Props) {
  useSignals();
  return <CountdownRing seconds={active ? seconds.value : 0} of={QUOTE_SECONDS} />;
}
