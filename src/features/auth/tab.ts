import { historyState } from '#platform/history-state.ts';

export type AuthTab = 'signin' | 'signup';

/** AUTH-01: navigation state `activeTab` chooses the tab; sign-in is the default. */
export const tabOf = (state: unknown): AuthTab =>
  typeof state === 'object' &&
  state !== null &&
  'activeTab' in state &&
  state.activeTab === 'signup'
    ? 'signup'
    : 'signin';

export const tabFromHistory = (): AuthTab => tabOf(historyState());
