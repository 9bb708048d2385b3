import { Link, useLocation } from 'wouter';
import type { Obstacle } from '#conversion/view-model.ts';
import { assetLink } from '#core/carried/asset-link.ts';
import { taxFor } from '#core/carried/profile.ts';
import { isCashCode } from '#core/money/cash.ts';
import { TAX_NEEDED } from '#core/tax/tax-needed.ts';
import { Icon } from '#ui/marks/icon.tsx';

interface Props {
  readonly id: string;
  readonly obstacle: Obstacle;
  readonly onRetry: () => void;
}

/** Says what prevents the swap or sale, and what can be done about it. */
export function ObstacleBox({ id, obstacle, onRetry }: Props) {
  const { kind, text } = obstacle;
  const [from] = useLocation();
  if (kind === 'offline') {
    return (
      <p className="reason" id={id}>
        <Icon name="offline" size="s" />
        {text}
      </p>
    );
  }
  const retry = kind === 'short' ? undefined : obstacle.retry;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="alert" />
      <p className="grow" id={id}>
        {text}
      </p>
      {kind === 'short' &&
        (isCashCode(obstacle.code) ? (
          <Link className="textbtn" href="/cash/add">
            Add money
          </Link>
        ) : (
          <Link className="textbtn" {...assetLink('/buy-sell', obstacle.code)}>
            Buy {obstacle.code}
          </Link>
        ))}
      {text === TAX_NEEDED && (
        <Link className="textbtn" href="/profile/verification" state={taxFor.give(from)}>
          State it
        </Link>
      )}
      {retry && (
        <button className="textbtn" type="button" onClick={onRetry}>
          {retry}
        </button>
      )}
    </div>
  );
}
