import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from '#server/config.ts';

/** Some proxies write the port, too, which is another one with every connection of the same caller. */
const withoutPort = (address: string): string =>
  /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(address)?.slice(1).join('') ?? address;

/** The caller's address; empty where it is not known, as in a test without a socket. */
export function addressOf(config: Config, context: Context): string {
  if (config.trustProxy) {
    // The last entry is the one our own proxy wrote; those before it are the caller's claims.
    const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return withoutPort(forwarded);
  }
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? '') : '';
}
