import * as v from 'valibot';
import { carried } from './carried.ts';

/** The address that was typed on the page before. */
export const carriedEmail = carried('email', v.pipe(v.string(), v.minLength(1)));

/** An account is being created with it. */
export const creates = carried('creating', v.literal(true));

/** AUTH-01: the form that the first page shows. */
export const activeTab = carried('activeTab', v.picklist(['signup', 'signin']));

/** What the customer is told there. */
export const told = carried('told', v.string());

export const toSignIn = (email: string | undefined, text?: string) => ({
  ...activeTab.give('signin'),
  ...carriedEmail.give(email),
  ...told.give(text),
});
