import { transportKey } from '#core/envelope/envelope.ts';
import { openerFor } from './web-cipher.ts';

declare const __TRANSPORT_KEY__: string;
declare const __TRANSPORT_IV__: string;

/** What calls are sealed under; each build has its own pair. */
export const transport = transportKey(__TRANSPORT_KEY__, __TRANSPORT_IV__);

/** Opens a sealed answer; undefined if it was sealed under another pair, or is none. */
export const openSealed = openerFor(transport, globalThis.crypto?.subtle);
