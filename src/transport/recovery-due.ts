import { signal } from '@preact/signals-react';

/** A recovery of this customer is under way, which removes their second factor at `due` (HARD-22). */
export const recoveryDue = signal<{ readonly userId: string; readonly due: string } | undefined>(
  undefined,
);

/** The recovery was stopped. */
export function recoveryStopped(): void {
  recoveryDue.value = undefined;
}
