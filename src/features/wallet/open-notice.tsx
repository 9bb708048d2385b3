import { Link } from 'wouter';
import { type AssetLink, assetLink } from '#core/carried/asset-link.ts';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { openIntents } from '#transport/customer/intents.ts';
import { Icon } from '#ui/marks/icon.tsx';

interface OpenOperation {
  readonly name: 'swap' | 'sale' | 'purchase' | 'withdrawal';
  /** The page that asks for its outcome. */
  readonly link: AssetLink | { readonly href: '/cash/out' };
}

function openOperation(): OpenOperation | undefined {
  const [withdrawal] = openIntents(createWithdrawal.path);
  if (withdrawal) {
    return { name: 'withdrawal', link: assetLink('/send', withdrawal.summary.currency) };
  }
  const [payout] = openIntents(createPayout.path);
  if (payout) return { name: 'withdrawal', link: { href: '/cash/out' } };
  const [intent] = openIntents(confirmSwap.path);
  if (!intent) return undefined;
  const { kind, source, target } = intent.summary;
  if (kind === 'sell') return { name: 'sale', link: assetLink('/buy-sell', source) };
  return kind === 'cash'
    ? { name: 'purchase', link: assetLink('/buy-sell', target) }
    : { name: 'swap', link: assetLink('/swap', source) };
}

/** An operation that was sent and whose outcome is unknown, and the page that finds it out (BEY-02). */
export function OpenNotice() {
  const open = openOperation();
  return open ? (
    <div className="banner banner--offline" role="status">
      <Icon name="info" />
      <p className="grow">The outcome of your last {open.name} is not known yet.</p>
      <Link className="textbtn" {...open.link}>
        Find out
      </Link>
    </div>
  ) : null;
}
