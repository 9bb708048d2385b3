import * as v from 'valibot';
import { decimal } from '#core/contract/schemas.ts';

/** Where the rates are: a plain GET, without envelope and session. */
export const forexPath = '/api/forex';

/** Units of each currency per USD. `date`: the day of the rates. */
export const forex = v.object({
  base: v.literal('USD'),
  date: v.string(),
  rates: v.record(v.string(), decimal),
});
export type Forex = v.InferOutput<typeof forex>;
