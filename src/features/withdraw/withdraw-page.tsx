import { useState } from 'react';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { assetCodeOf } from '#core/carried/asset-link.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { findAsset } from '#core/money/currencies.ts';
import { openIntents } from '#transport/customer/intents.ts';
import { WithdrawScreen } from './withdraw-screen.tsx';

/** A withdrawal whose outcome is not known yet comes first, whatever asset the customer chose. */
function visitOf(chosen: string | undefined) {
  const [open] = openIntents(createWithdrawal.path);
  // After its session ended, the device no longer knows the asset of an open one; the server does.
  const code = open ? (open.summary.currency ?? chosen ?? 'BTC') : (chosen ?? '');
  return { chosen, asset: findAsset(code) };
}

/** WD-01: an asset stands in the navigation state, or it is chosen first. */
export function WithdrawPage() {
  const chosen = assetCodeOf(useHistoryState());
  // The asset is decided once per visit, not at each step of the history (the review is one): otherwise
  // the form would be lost when another tab sends a withdrawal, or when an outcome becomes known.
  const [visit, setVisit] = useState(() => visitOf(chosen));
  if (chosen && chosen !== visit.chosen) setVisit(visitOf(chosen));
  const { asset } = visit;
  return asset ? (
    <WithdrawScreen key={asset.code} asset={asset} />
  ) : (
    <Redirect to="/assets/send" replace />
  );
}
