import * as v from 'valibot';
import { carried } from './carried.ts';

/** What a page opens at once when a command leads to it. */
export const opens = carried('opens', v.picklist(['freeze', 'export', 'alerts']));
export type Opening = NonNullable<ReturnType<typeof opens.read>>;
