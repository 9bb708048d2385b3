import { Tiles } from '#ui/tiles.tsx';

interface Props {
  readonly online: boolean;
  /** The navigation state this page was opened with. */
  readonly asset: unknown;
}

/** What can be done with one asset. */
export const AssetActions = ({ online, asset }: Props) => (
  <div className="stack">
    <Tiles
      tiles={[
        { to: '/send', label: 'Withdraw', icon: 'up', state: asset },
        { to: '/swap', label: 'Swap', icon: 'swap' },
        { to: '/buy-sell', label: 'Buy', icon: 'trade' },
        // A known address is shown without a connection, too (BEY-05).
        { to: '/receive', label: 'Deposit', icon: 'down', state: asset, offline: true },
      ]}
      online={online}
      reason="Withdraw, Swap and Buy need a connection."
    />
  </div>
);
