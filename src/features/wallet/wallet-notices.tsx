import { Link } from 'wouter';
import { brand } from '#core/brand.ts';
import type { AssetLink } from '#core/domain/asset-link.ts';
import { Icon } from '#ui/icon.tsx';
import css from './wallet.module.css';
import type { WalletState } from './wallet-state.ts';
import type { Money } from './wallet-view.ts';

export interface OpenOperation {
  readonly name: 'swap' | 'sale' | 'withdrawal';
  /** The page that finds out its outcome. */
  readonly link: AssetLink;
}

interface Props {
  readonly state: Pick<WalletState, 'status' | 'failure'>;
  readonly money: Money;
  readonly online: boolean;
  readonly agedAt: string | undefined;
  /** A money write whose outcome is unknown (BEY-02), and the page that finds it out. */
  readonly open: OpenOperation | undefined;
  readonly onRetry: () => void;
}

/** Notices above the wallet: what failed, while the rest is still shown. */
export function WalletNotices({ state, money, online, agedAt, open, onRetry }: Props) {
  return (
    <div className={css.notices}>
      {open && (
        <div className="banner banner--offline" role="status">
          <Icon name="info" />
          <p className="grow">The outcome of your last {open.name} is not known yet.</p>
          <Link className="textbtn" {...open.link}>
            Find out
          </Link>
        </div>
      )}
      {money.status === 'failed' && (
        <div className="banner banner--error" role="alert">
          <Icon name="alert" />
          <p className="grow">Failed to load exchange rates. Please try again later.</p>
          <button className="textbtn" type="button" onClick={() => location.reload()}>
            Retry
          </button>
        </div>
      )}
      {money.fellBack && (
        <div className="banner banner--warn" role="status">
          <Icon name="info" />
          <p className="grow">Error initializing currency system. Amounts are shown in USD.</p>
        </div>
      )}
      {online && state.status === 'ready' && state.failure && state.failure !== 'session-over' && (
        <div className="banner banner--error" role="status">
          <Icon name="alert" />
          <p className="grow">
            {state.failure === 'busy'
              ? `${brand.name} is very busy and will refresh your balances soon.`
              : 'We couldn’t refresh your balances.'}{' '}
            Your money is safe.
            {agedAt ? ` These are from ${agedAt}.` : ''}
          </p>
          <button className="textbtn" type="button" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}
