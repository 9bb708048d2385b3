import type { AuthTab } from '#core/routes.ts';
import { historyState } from '#platform/kept/history-state.ts';
import { draftTab } from './sign-up/registration-draft.ts';

/** AUTH-01: navigation state `activeTab` chooses the tab, else `unfinished` does. */
export function tabOf(state: unknown, unfinished: AuthTab): AuthTab {
  const { activeTab } = Object(state);
  return activeTab === 'signup' || activeTab === 'signin' ? activeTab : unfinished;
}

/** Sign-in is the default, unless the other form was left unfinished (HARD-36). */
export const startingTab = (): AuthTab => tabOf(historyState(), draftTab());
