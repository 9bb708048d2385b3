import { useEffect, useEffectEvent } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { type Opening, opens } from '#core/carried/opening.ts';
import { amendHistoryState } from '#platform/kept/history-state.ts';

/** Opens something once when a command led here for it; a reload or a way back does not open it again. */
export function useOpening(what: Opening, open: () => void): void {
  const asked = opens.read(useHistoryState()) === what;
  const act = useEffectEvent(open);
  useEffect(() => {
    if (!asked) return;
    amendHistoryState(opens.give(undefined));
    act();
  }, [asked]);
}
