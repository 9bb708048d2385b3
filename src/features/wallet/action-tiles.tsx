import { assetLink } from '#core/carried/asset-link.ts';
import { type Tile, Tiles } from '#ui/actions/tiles.tsx';
import css from './wallet.module.css';

const tiles: readonly Tile[] = [
  { to: '/assets/send', label: 'Withdraw', icon: 'up' },
  { to: assetLink('/swap', undefined), label: 'Swap', icon: 'swap' },
  { to: assetLink('/buy-sell', undefined), label: 'Buy/Sell', icon: 'trade' },
  // Known addresses are shown without a connection, too (BEY-05).
  { to: '/assets/receive', label: 'Deposit', icon: 'down', offline: true },
];

/** The four ways to move money. */
export const ActionTiles = ({ online }: { readonly online: boolean }) => (
  <div className={`stack ${css.actions}`}>
    <Tiles tiles={tiles} online={online} reason="Withdraw, Swap and Buy/Sell need a connection." />
  </div>
);
