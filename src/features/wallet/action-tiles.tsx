import { useId } from 'react';
import { Link } from 'wouter';
import type { RoutePath } from '#core/routes.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import css from './wallet.module.css';

const tiles: readonly {
  readonly to: RoutePath;
  readonly label: string;
  readonly icon: IconName;
  /** Where addresses that are known are shown without a connection, too (BEY-05). */
  readonly offline?: true;
}[] = [
  { to: '/assets/send', label: 'Withdraw', icon: 'up' },
  { to: '/swap', label: 'Swap', icon: 'swap' },
  { to: '/buy-sell', label: 'Buy/Sell', icon: 'trade' },
  { to: '/assets/receive', label: 'Deposit', icon: 'down', offline: true },
];

/** The four ways to move money; without a connection they say why they are off (PWA-05). */
export function ActionTiles({ online }: { online: boolean }) {
  const reason = useId();
  return (
    <div className={`stack ${css.actions}`}>
      <nav className={`tiles ${css.tiles}`} aria-label="Actions">
        {tiles.map(({ to, label, icon, offline }) =>
          online || offline ? (
            <Link key={to} className="tile" href={to}>
              <Icon name={icon} />
              {label}
            </Link>
          ) : (
            // biome-ignore lint/a11y/useValidAnchor: a link that is off keeps its place and its focus
            <a
              key={to}
              className="tile"
              role="link"
              tabIndex={0}
              aria-disabled="true"
              aria-describedby={reason}
            >
              <Icon name={icon} />
              {label}
            </a>
          ),
        )}
      </nav>
      {!online && (
        <p className="reason" id={reason}>
          <Icon name="info" size="s" />
          Withdraw, Swap and Buy/Sell need a connection.
        </p>
      )}
    </div>
  );
}
