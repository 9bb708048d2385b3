import * as v from 'valibot';
import { carried } from './carried.ts';

/** A purchase sent the customer to say where they live (BUY-03): what waits, such as 'Bitcoin for AU$100.00'. */
export const waitingPurchase = carried('purchaseWaits', v.string());

/** The page to which the tax form returns. */
export const taxFor = carried('taxFor', v.string());
