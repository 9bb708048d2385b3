import { useEffect } from 'react';
import { onChanged } from '#platform/page/data-changes.ts';
import { isAttended, onReconnected } from '#platform/page/on-return.ts';
import type { Receive } from './receive-state.ts';

const FOLLOW_EVERY_MS = 10_000;

/** Opens an asset and follows its deposits while the page is visible. */
export function useFollow(receive: Receive, code: string): void {
  useEffect(() => {
    const follow = (): void => {
      if (isAttended()) void receive.follow();
    };
    const ignore = onReconnected(() => void receive.retry());
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
