import { scopedStore } from './scope.ts';

/** `due`: when a recovery of this customer that is under way removes their second factor (HARD-22). */
export const recovery = scopedStore<{ due: string | undefined }>(() => ({ due: undefined }));

/** The recovery was stopped. */
export function recoveryStopped(): void {
  recovery.due = undefined;
}
