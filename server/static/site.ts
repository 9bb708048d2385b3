import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { entranceOf } from '#core/routes.ts';
import { revisionsIn } from './built-site.ts';
import { contentType } from './content-types.ts';
import { asDemonstrated } from './demonstration.ts';
import { type Encoding, encodings, FileCache, type Served } from './file-cache.ts';
import type { OtherBuilds, OtherFile } from './other-builds.ts';
import { resolvePath } from './resolve.ts';

export interface SiteOptions {
  readonly dist: string;
  readonly demonstration: boolean;
  /** The visitor's country, by its two letters; empty if unknown. Without it pages find it out after they are drawn. */
  readonly countryOf?: (context: Context) => Promise<string>;
  /** Answers for builds that this process does not have. */
  readonly others?: Pick<OtherBuilds, 'find'>;
}

function accepted(header: string | undefined): ReadonlySet<Encoding> {
  const offers = (header ?? '').split(',').map((offer) => offer.trim());
  const wanted = offers.filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer));
  const names = new Set(wanted.map((offer) => offer.split(';')[0]));
  return new Set(encodings.filter((encoding) => names.has(encoding)));
}

/** A file with a hashed name never changes; everything else is revalidated every time. */
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

/**
 * The revision that the service worker adds to an address (sw/precache.ts). A person who opens such an
 * address gets this build's page.
 */
const revisionIn = ({ req }: Context): string | undefined =>
  req.header('sec-fetch-mode') === 'navigate' ? undefined : req.query('__WB_REVISION__');

const notFound = (context: Context): Response =>
  context.text('Not found', 404, { 'cache-control': 'no-cache' });

function answer(
  context: Context,
  status: 200 | 404,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: Uint8Array },
): Response {
  return status === 200 && matches(context.req.header('if-none-match'), headers.etag ?? '')
    ? context.body(null, 304, headers)
    : context.body(new Uint8Array(body), status, headers);
}

/**
 * A file of another build is stored in brotli or uncompressed: it is decompressed for a browser without
 * brotli.
 */
async function unpacked(context: Context, { headers, body }: OtherFile): Promise<OtherFile> {
  const packed = headers['content-encoding'] === 'br';
  if (!packed || accepted(context.req.header('accept-encoding')).has('br'))
    return { headers, body };
  const { 'content-encoding': _, etag = '', ...rest } = headers;
  return {
    headers: { ...rest, etag: etag.replace(/-br"$/, '-identity"') },
    body: await promisify(brotliDecompress)(body),
  };
}

/** A page waits no longer for the country of its visitor. */
const PLACE_MS = 100;

/**
 * The header by which a page knows its visitor's country before it is drawn (SPEC-04): a page can read its own
 * timing, and nothing of it is stored.
 */
async function placeHeader(
  context: Context,
  { countryOf }: SiteOptions,
  file: string,
): Promise<Record<string, string>> {
  if (!countryOf || !file.endsWith('.html')) return {};
  const late = new Promise<string>((tell) => setTimeout(tell, PLACE_MS, ''));
  const country = await Promise.race([countryOf(context).catch(() => ''), late]);
  return /^[A-Z]{2}$/.test(country) ? { 'server-timing': `country;desc=${country}` } : {};
}

async function fromOthers(
  context: Context,
  options: SiteOptions,
  file: string | undefined,
  revision?: string,
): Promise<Response> {
  const found = file === undefined ? undefined : await options.others?.find(file, revision);
  if (file === undefined || !found) return notFound(context);
  const { headers, body } = await unpacked(context, found);
  const place = await placeHeader(context, options, file);
  return answer(context, 200, { headers: { ...headers, ...place }, body });
}

/** The built site: its files, and the app's page for the product's routes. */
export function staticSite(options: SiteOptions): MiddlewareHandler {
  const { dist, demonstration } = options;
  const revisionsNow = revisionsIn(dist);
  const cache = demonstration
    ? new FileCache((file, raw) => asDemonstrated(dist, file, raw))
    : new FileCache();
  return async (context) => {
    const entrance = entranceOf(context.req.path);
    // The sign-in page reads the tab from its address (SPEC-03).
    if (entrance) return context.redirect(`/#${entrance}`, 302);
    const { files, status: found, otherwise = found } = resolvePath(context.req.path);
    const revision = revisionIn(context);
    const [first = ''] = files;
    if (revision !== undefined) {
      const revisions = revisionsNow();
      const isOther = Object.keys(revisions).length > 0 && revisions[first] !== revision;
      if (isOther) return fromOthers(context, options, first, revision);
    }
    for (const file of files) {
      const served = await cache.serve(
        join(dist, file),
        accepted(context.req.header('accept-encoding')),
      );
      if (served) {
        const status = file === first ? found : otherwise;
        const headers = {
          ...headersOf(file, status, served),
          ...(await placeHeader(context, options, file)),
        };
        return answer(context, status, { headers, body: served.body });
      }
    }
    return found === 200 ? fromOthers(context, options, first) : notFound(context);
  };
}
