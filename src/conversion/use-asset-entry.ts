import { useEffect } from 'react';
import { assetCodeOf, assetEntry } from '#core/carried/asset-link.ts';
import { amendHistoryState, historyState } from '#platform/kept/history-state.ts';
import { session } from '#transport/session/session.ts';

/** Keeps the asset that a page is about in its history entry, for a reload and the way back. */
export function useAssetEntry(code: string): void {
  useEffect(() => {
    if (assetCodeOf(historyState()) === code) return;
    amendHistoryState({ ...assetEntry(code), of: session.user?.id });
  }, [code]);
}
