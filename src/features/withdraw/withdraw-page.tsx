import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { createWithdrawal } from '#core/contract/funds.ts';
import { assetCodeOf } from '#core/domain/asset-state.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { openIntents } from '#transport/open-intents.ts';
import { WithdrawScreen } from './withdraw-screen.tsx';

/** WD-01: an asset stands in the navigation state, or it is chosen first. */
export function WithdrawPage() {
  const chosen = useHistoryState();
  // One whose outcome is not known yet is found out wherever the customer came from.
  const [open] = openIntents(createWithdrawal.path);
  const asset = findAsset(open?.summary.currency ?? assetCodeOf(chosen) ?? '');
  return asset ? (
    <WithdrawScreen key={asset.code} asset={asset} />
  ) : (
    <Redirect to="/assets/send" replace />
  );
}
