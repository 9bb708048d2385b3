import { useId } from 'react';
import { Link } from 'wouter';
import type { AssetLink, AssetPath } from '#core/carried/asset-link.ts';
import type { RoutePath } from '#core/routes.ts';
import { Icon, type IconName } from '#ui/marks/icon.tsx';

export interface Tile {
  /** Pages about an asset are linked with `assetLink`, which names the asset. */
  readonly to: Exclude<RoutePath, AssetPath> | AssetLink;
  readonly label: string;
  readonly icon: IconName;
  /** Whether the page is useful offline. */
  readonly offline?: true;
}

interface Props {
  readonly tiles: readonly Tile[];
  readonly online: boolean;
  /** Why some tiles are disabled offline. */
  readonly reason: string;
}

/** Links side by side. A disabled one keeps its place, stays focusable and shows the reason (PWA-05). */
export function Tiles({ tiles, online, reason }: Props) {
  const why = useId();
  return (
    <>
      <nav className="tiles" aria-label="Actions">
        {tiles.map(({ to, label, icon, offline }) =>
          online || offline ? (
            <Link key={label} className="tile" {...(typeof to === 'string' ? { href: to } : to)}>
              <Icon name={icon} />
              {label}
            </Link>
          ) : (
            // biome-ignore lint/a11y/useValidAnchor: a disabled link must stay focusable
            <a
              key={label}
              className="tile"
              role="link"
              tabIndex={0}
              aria-disabled="true"
              aria-describedby={why}
            >
              <Icon name={icon} />
              {label}
            </a>
          ),
        )}
      </nav>
      {!online && (
        <p className="reason" id={why}>
          <Icon name="info" size="s" />
          {reason}
        </p>
      )}
    </>
  );
}
