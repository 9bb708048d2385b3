import { proxy } from 'valtio/vanilla';
import { whenCustomerChanges } from '#transport/session.ts';

/** Whether the customer has opened or closed the form; undefined: neither. */
export const taxForm = proxy<{ opened: boolean | undefined }>({ opened: undefined });

whenCustomerChanges(() => {
  taxForm.opened = undefined;
});
