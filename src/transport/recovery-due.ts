import { signal } from '@preact/signals-react';

/** A recovery of whoever is signed in waits, and removes their second factor then (HARD-22). */
export const recoveryDue = signal<{ readonly userId: string; readonly due: string } | undefined>(
  undefined,
);
