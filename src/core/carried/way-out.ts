import * as v from 'valibot';
import { carried } from './carried.ts';

/** A payment link or address that was opened from outside the app. */
export const openedPayment = carried('payment', v.string());

/** A saved recipient by id; the address itself stays in the address book. */
export const chosenRecipient = carried('recipient', v.string());

/** An account is missing: the address book opens the form for one. */
export const addsAccount = carried('adds', v.literal('fiat'));
/** A cash out waits for it. */
export const payoutWaits = carried('payout', v.literal(true));
/** The account that was added for this cash out. */
export const payoutAccount = carried('payoutTo', v.string());
