import { activeTab } from '#core/carried/sign-in.ts';
import type { AuthTab } from '#core/routes.ts';
import { historyState } from '#platform/kept/history-state.ts';
import { draftTab } from './sign-up/registration-draft.ts';

/** AUTH-01: navigation state `activeTab` chooses the tab, else `unfinished` does. */
export const tabOf = (state: unknown, unfinished: AuthTab): AuthTab =>
  activeTab.read(state) ?? unfinished;

/** Sign-in is the default, unless the other form was left unfinished (HARD-36). */
export const startingTab = (): AuthTab => tabOf(historyState(), draftTab());
