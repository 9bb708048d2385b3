import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { contentType } from './content-types.ts';
import { asDemonstrated } from './demonstration.ts';
import { type Encoding, encodings, FileCache, type Served } from './file-cache.ts';
import { resolvePath } from './resolve.ts';

function accepted(header: string | undefined): ReadonlySet<Encoding> {
  const offers = (header ?? '').split(',').map((offer) => offer.trim());
  const wanted = offers.filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer));
  const names = new Set(wanted.map((offer) => offer.split(';')[0]));
  return new Set(encodings.filter((encoding) => names.has(encoding)));
}

/** Hashed names never change their content; everything else is asked about every time. */
const cacheControl = (file: string, status: number): string =>
  status === 200 && file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

function headersOf(file: string, status: number, served: Served): Record<string, string> {
  return {
    'cache-control': cacheControl(file, status),
    etag: served.etag,
    vary: 'accept-encoding',
    'content-type': contentType(file),
    ...(served.encoding !== 'identity' && { 'content-encoding': served.encoding }),
  };
}

/** The built site: its files, and the shell for the routes of the product. */
export function staticSite(dist: string, demonstration: boolean): MiddlewareHandler {
  const cache = demonstration
    ? new FileCache((file, raw) => asDemonstrated(dist, file, raw))
    : new FileCache();
  return async (context) => {
    const { files, status } = resolvePath(context.req.path);
    for (const file of files) {
      const served = await cache.serve(
        join(dist, file),
        accepted(context.req.header('accept-encoding')),
      );
      if (!served) continue;
      const headers = headersOf(file, status, served);
      if (status === 200 && matches(context.req.header('if-none-match'), served.etag)) {
        return context.body(null, 304, headers);
      }
      return context.body(new Uint8Array(served.body), status, headers);
    }
    return context.text('Not found', 404, { 'cache-control': 'no-cache' });
  };
}
