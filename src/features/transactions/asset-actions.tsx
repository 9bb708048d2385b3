import { useId } from 'react';
import { Link } from 'wouter';
import type { RoutePath } from '#core/routes.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

const actions: readonly {
  readonly to: RoutePath;
  readonly label: string;
  readonly icon: IconName;
  /** The page needs to know which asset. */
  readonly carries: boolean;
  /** Where an address that is known is shown without a connection, too (BEY-05). */
  readonly offline?: true;
}[] = [
  { to: '/send', label: 'Withdraw', icon: 'up', carries: true },
  { to: '/swap', label: 'Swap', icon: 'swap', carries: false },
  { to: '/buy-sell', label: 'Buy', icon: 'trade', carries: false },
  { to: '/receive', label: 'Deposit', icon: 'down', carries: true, offline: true },
];

interface Props {
  readonly online: boolean;
  /** The navigation state this page was opened with. */
  readonly asset: unknown;
}

export function AssetActions({ online, asset }: Props) {
  const reason = useId();
  return (
    <div className="stack">
      <nav className="tiles" aria-label="Actions">
        {actions.map(({ to, label, icon, carries, offline }) =>
          online || offline ? (
            <Link key={to} className="tile" href={to} state={carries ? asset : {}}>
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
          Withdraw, Swap and Buy need a connection.
        </p>
      )}
    </div>
  );
}
