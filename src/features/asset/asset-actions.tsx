import { assetLink } from '#core/carried/asset-link.ts';
import { Tiles } from '#ui/actions/tiles.tsx';

interface Props {
  readonly online: boolean;
  /** The navigation state this page was opened with. */
  readonly asset: object;
}

/** The actions for one asset. */
export const AssetActions = ({ online, asset }: Props) => (
  <div className="stack">
    <Tiles
      tiles={[
        { to: assetLink('/send', asset), label: 'Withdraw', icon: 'up' },
        { to: assetLink('/swap', asset), label: 'Swap', icon: 'swap' },
        { to: assetLink('/buy-sell', asset), label: 'Buy', icon: 'trade' },
        // A known address is shown offline as well (BEY-05).
        { to: assetLink('/receive', asset), label: 'Deposit', icon: 'down', offline: true },
      ]}
      online={online}
      reason="Withdraw, Swap and Buy need a connection."
    />
  </div>
);
