import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { onChanged } from '#platform/page/data-changes.ts';
import { isAttended } from '#platform/page/on-return.ts';
import { type FollowedState, isOver } from './followed.ts';
import { followedWithdrawal } from './withdrawal-wiring.ts';

const LOOK_MS = 3_000;

export interface Followed extends Readonly<FollowedState> {
  reload(): void;
  cancel(): void;
}

/** Reads a withdrawal repeatedly until its status is final; without an id it reads nothing. */
export function useWithdrawal(id: string | undefined): Followed {
  const followed = useMemo(() => followedWithdrawal(id ?? ''), [id]);
  const state = useSnapshot(followed.state);
  const over = state.withdrawal !== undefined && isOver(state.withdrawal);
  useEffect(() => {
    if (over || id === undefined) return;
    void followed.load();
    const timer = setInterval(() => {
      if (isAttended()) void followed.load();
    }, LOOK_MS);
    const unfollow = onChanged(['withdrawals'], followed.load);
    return () => {
      clearInterval(timer);
      unfollow();
    };
  }, [followed, over, id]);
  return {
    ...state,
    reload: () => void followed.load(),
    cancel: () => void followed.cancel(),
  };
}
