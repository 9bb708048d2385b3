import type { ConversionState } from '#conversion/conversion-state.ts';
import type { ConversionMachine } from '#conversion/machine.ts';
import { furtherTargetsOf, targetsOf } from '#core/money/swap-form.ts';
import { AssetPicker } from './asset-picker.tsx';

export type Side = 'source' | 'target';

interface Props {
  readonly side: Side;
  readonly machine: ConversionMachine;
  readonly state: ConversionState;
  readonly masked: boolean;
  readonly onClose: () => void;
}

export function Pickers({ side, machine, state, masked, onClose }: Props) {
  const { rules } = machine;
  const { pair, market, instruments, instrumentsStatus, holdingsStatus } = state;
  if (side === 'source') {
    const loading = holdingsStatus === 'loading';
    return (
      <AssetPicker
        title={rules.pickerTitle}
        assets={loading ? [] : rules.sources(pair.target, market)}
        further={[]}
        selected={pair.source}
        state={state}
        masked={masked}
        empty={['Loading assets...']}
        onClose={onClose}
        onPick={(code) => {
          machine.chooseSource(code);
          onClose();
        }}
      />
    );
  }
  return (
    <AssetPicker
      title="Select Asset to Receive"
      assets={targetsOf(instruments, pair.source, market, rules.stableOnly)}
      further={rules.stableOnly ? [] : furtherTargetsOf(instruments, pair.source, market)}
      selected={state.onward ?? pair.target}
      state={state}
      masked={masked}
      empty={
        instrumentsStatus === 'loading'
          ? ['Loading trading pairs...']
          : [
              `No trading pairs available for ${pair.source}`,
              'Please select a different base currency',
            ]
      }
      onClose={onClose}
      onPick={(code) => {
        machine.chooseTarget(code);
        onClose();
      }}
    />
  );
}
