import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from '#server/config.ts';
import { areHeadersOurs, callerBehind } from '#server/platform/proxies.ts';

/** Who is connected; empty if it is not known, as in a test without a socket. */
const peerOf = (context: Context): string =>
  context.env?.incoming ? (getConnInfo(context).remote.address ?? '') : '';

/** The caller's address; empty if it is not known. */
export const addressOf = ({ proxies }: Pick<Config, 'proxies'>, context: Context): string =>
  callerBehind(proxies, peerOf(context), context.req.header('x-forwarded-for'));

/** Whether headers such as `x-forwarded-proto` and `x-request-id` were set by our own proxy. */
export const hasProxyHeaders = ({ proxies }: Pick<Config, 'proxies'>, context: Context): boolean =>
  areHeadersOurs(proxies, peerOf(context));
