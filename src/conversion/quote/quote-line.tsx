import type { ConversionState } from '#conversion/conversion-state.ts';
import type { ConversionMachine } from '#conversion/machine.ts';
import { formatDecimal } from '#core/money/format.ts';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';

interface Props {
  readonly machine: ConversionMachine;
  readonly state: ConversionState;
}

/**
 * The rate and its seconds, beside the button when their card is out of view; hidden from screen
 * readers.
 */
export function QuoteLine({ machine, state }: Props) {
  const seconds = useSignalValue(machine.secondsLeft);
  const { shown, pair, quote } = state;
  // Without a rate the line still takes up its space, so that the button does not move.
  if (!shown) {
    return (
      <span className="num muted" translate="no" aria-hidden="true">
        {`${pair.source} to ${pair.target}`}
      </span>
    );
  }
  const left = {
    active: `${seconds} s · `,
    expired: 'Expired · ',
    loading: '',
    none: '',
  }[quote];
  const rate = `1 ${pair.source} = ${formatDecimal(shown.rate)} ${pair.target}`;
  return (
    <span className="num muted" translate="no" aria-hidden="true">
      {left + rate}
    </span>
  );
}
