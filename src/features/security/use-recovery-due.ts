import { recoveryDue } from '#transport/recovery-due.ts';
import { useSignalValue } from '#ui/use-signal-value.ts';

/** The recovery of this customer that waits, if one does (HARD-22). */
export const useRecoveryDue = () => useSignalValue(recoveryDue);
