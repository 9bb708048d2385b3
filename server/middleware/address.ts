import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from '#server/config.ts';

/** Some proxies include the port, which differs between a caller's connections. */
const withoutPort = (address: string): string =>
  /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(address)?.slice(1).join('') ?? address;

/** The caller's address; empty if it is not known, as in a test without a socket. */
export function addressOf(config: Config, context: Context): string {
  if (config.trustProxy) {
    // The last entry was written by our own proxy; earlier ones are claims of the caller.
    const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return withoutPort(forwarded);
  }
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? '') : '';
}
