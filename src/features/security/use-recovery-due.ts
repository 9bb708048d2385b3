import { useSnapshot } from 'valtio/react';
import { recovery } from '#transport/session/recovery-due.ts';

/** When the recovery of this customer that waits, if one does, is due (HARD-22). */
export const useRecoveryDue = (): string | undefined => useSnapshot(recovery).due;
