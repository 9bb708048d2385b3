import { sourcesOf, targetsOf } from '#core/domain/swap-form.ts';
import { AssetPicker } from './asset-picker.tsx';
import type { SwapMachine } from './swap-machine.ts';
import type { SwapState } from './swap-state.ts';

export type Side = 'source' | 'target';

interface Props {
  readonly side: Side;
  readonly swap: SwapMachine;
  readonly state: SwapState;
  readonly masked: boolean;
  readonly onClose: () => void;
}

export function Pickers({ side, swap, state, masked, onClose }: Props) {
  const { pair, market, instruments, instrumentsStatus, holdingsStatus } = state;
  if (side === 'source') {
    const loading = holdingsStatus === 'loading';
    return (
      <AssetPicker
        title="Select Asset to Swap"
        assets={loading ? [] : sourcesOf(pair.target, market)}
        selected={pair.source}
        state={state}
        masked={masked}
        empty={['Loading assets...']}
        onClose={onClose}
        onPick={(code) => {
          swap.chooseSource(code);
          onClose();
        }}
      />
    );
  }
  return (
    <AssetPicker
      title="Select Asset to Receive"
      assets={targetsOf(instruments, pair.source, market)}
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
        swap.chooseTarget(code);
        onClose();
      }}
    />
  );
}
