import { signal } from '@preact/signals-react';

/** The time of the data on screen, in milliseconds since the epoch; undefined if none is shown. */
export const shownAsOf = signal<number | undefined>(undefined);
