import type { Asset } from '#core/domain/currencies.ts';
import { sourcesOf, targetsOf } from '#core/domain/swap-form.ts';
import { AssetPicker } from './asset-picker.tsx';
import type { ConversionState } from './conversion-state.ts';
import type { ConversionMachine } from './machine.ts';

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
  // Assets are sold for a stable coin; exchanging one stable coin for another is a swap.
  const fits = (asset: Asset): boolean => !rules.stableOnly || !asset.stable;
  if (side === 'source') {
    const loading = holdingsStatus === 'loading';
    return (
      <AssetPicker
        title={rules.pickerTitle}
        assets={loading ? [] : sourcesOf(pair.target, market).filter(fits)}
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
      selected={pair.target}
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
