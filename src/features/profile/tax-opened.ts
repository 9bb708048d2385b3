import { scopedStore } from '#transport/session/scope.ts';

/** Whether the customer has opened or closed the form; undefined: neither. */
export const taxForm = scopedStore<{ opened: boolean | undefined }>(() => ({ opened: undefined }));
