import { shownAsOf } from '#platform/time/shown-as-of.ts';
import {
  offeredVersion,
  type UpdateState,
  updateReady,
  waitingFor,
} from '#platform/worker/worker-bridge.ts';
import { identityEnded } from '#transport/session/identity-ended.ts';
import { sessionExpired } from '#transport/session/session-expired.ts';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';
import { behindLock } from './pass-lock.ts';

export const useSessionExpired = (): boolean => useSignalValue(sessionExpired);

export const useIdentityEnded = () => useSignalValue(identityEnded);

/** When the data on screen was fetched, in milliseconds; undefined if the page shows no age. */
export const useAsOfOnScreen = (): number | undefined => useSignalValue(shownAsOf);

export const useBehindLock = () => useSignalValue(behindLock);

interface Update {
  readonly state: UpdateState;
  /** Counts the versions offered, so that a new one is told apart from one that was put off. */
  readonly version: number;
  /** The flows that an accepted update waits for. */
  readonly flows: readonly string[];
}

export function useUpdate(): Update {
  return {
    state: useSignalValue(updateReady),
    version: useSignalValue(offeredVersion),
    flows: useSignalValue(waitingFor),
  };
}
