import { useEffect } from 'react';
import { onChanged } from '#platform/changes.ts';
import { onBackOnline } from '#platform/network.ts';
import { isAttended } from '#platform/on-return.ts';
import type { Receive } from './receive-state.ts';

const FOLLOW_EVERY_MS = 10_000;

/** Opens an asset and follows its deposits while the page is visible. */
export function useFollow(receive: Receive, code: string): void {
  useEffect(() => {
    const follow = (): void => {
      if (isAttended()) void receive.follow();
    };
    const ignore = onBackOnline(() => void receive.retry());
    const unfollow = onChanged(['deposits'], follow);
    const timer = setInterval(follow, FOLLOW_EVERY_MS);
    document.addEventListener('visibilitychange', follow);
    void receive.open(code);
    return () => {
      ignore();
      unfollow();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [receive, code]);
}
