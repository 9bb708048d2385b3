import { signal } from '@preact/signals-react';

/** When the data on screen was true, in milliseconds since the epoch; undefined where none is shown. */
export const shownAsOf = signal<number | undefined>(undefined);
