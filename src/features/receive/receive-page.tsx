import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { assetCodeOf } from '#core/carried/asset-link.ts';
import { findAsset } from '#core/money/currencies.ts';
import { ReceiveScreen } from './receive-screen.tsx';

/**
 * The asset comes from the navigation state; without one, the customer chooses it first (RCV-01).
 */
export function ReceivePage() {
  const asset = findAsset(assetCodeOf(useHistoryState()) ?? '');
  return asset ? (
    <ReceiveScreen key={asset.code} asset={asset} />
  ) : (
    <Redirect to="/assets/receive" replace />
  );
}
