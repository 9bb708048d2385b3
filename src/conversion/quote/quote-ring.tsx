import type { ReadonlySignal } from '@preact/signals-react';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';
import { CountdownRing } from '#ui/marks/ring.tsx';

interface Props {
  readonly seconds: ReadonlySignal<number>;
  readonly active: boolean;
}

const QUOTE_SECONDS = 10;

/** The quote's countdown, in its own component so that its card does not rerender every second. */
export function QuoteRing({ seconds, active }: Props) {
  const left = useSignalValue(seconds);
  return <CountdownRing seconds={active ? left : 0} of={QUOTE_SECONDS} />;
}
