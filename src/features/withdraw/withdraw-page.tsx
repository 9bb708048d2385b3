import { useState } from 'react';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { createWithdrawal } from '#core/contract/funds.ts';
import { assetCodeOf } from '#core/domain/asset-state.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { openIntents } from '#transport/open-intents.ts';
import { WithdrawScreen } from './withdraw-screen.tsx';

/** One whose outcome is not known yet is found out wherever the customer came from. */
function visitOf(chosen: string | undefined) {
  const [open] = openIntents(createWithdrawal.path);
  // After its session ended, the device no longer knows the asset of an open one; the server does.
  const code = open ? (open.summary.currency ?? chosen ?? 'BTC') : (chosen ?? '');
  return { chosen, asset: findAsset(code) };
}

/** WD-01: an asset stands in the navigation state, or it is chosen first. */
export function WithdrawPage() {
  const chosen = assetCodeOf(useHistoryState());
  // The asset is settled once per visit. The review is a step in the history, too: worked out anew at
  // each step, a form would be lost to what another tab sends, or to an outcome that is known by now.
  const [visit, setVisit] = useState(() => visitOf(chosen));
  if (chosen && chosen !== visit.chosen) setVisit(visitOf(chosen));
  const { asset } = visit;
  return asset ? (
    <WithdrawScreen key={asset.code} asset={asset} />
  ) : (
    <Redirect to="/assets/send" replace />
  );
}
