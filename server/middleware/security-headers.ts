import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { Config } from '#server/config.ts';
import { stripSource } from '#server/static/demonstration.ts';
import { hasProxyHeaders } from './address.ts';

const cspFile = v.object({
  scriptHashes: v.array(v.string()),
  styleHashes: v.array(v.string()),
});

/** The hashes of the inline scripts and styles in the built pages. */
function inlineHashes(dist: string): v.InferOutput<typeof cspFile> {
  try {
    return v.parse(cspFile, JSON.parse(readFileSync(join(dist, 'csp.json'), 'utf8')));
  } catch {
    return { scriptHashes: [], styleHashes: [] };
  }
}

/** The hosts of framed pages: card form and identity widget. */
function frameHosts(config: Config): readonly string[] {
  const { payment, identity } = config.parties;
  return [payment?.baseUrl, identity && 'https://*.sumsub.com']
    .filter((host) => host !== undefined)
    .map((host) => (host.includes('*') ? host : new URL(host).origin));
}

/** Camera and microphone are allowed for our own scanner and for the identity widget's frame. */
function permissions(config: Config): string {
  const widget = config.parties.identity ? '(self "https://*.sumsub.com")' : undefined;
  return [
    `camera=${widget ?? '(self)'}`,
    'clipboard-write=(self)',
    'geolocation=()',
    `microphone=${widget ?? '()'}`,
    'payment=()',
    'usb=()',
  ].join(', ');
}

function policy(config: Config, dist: string): string {
  const frames = ["'self'", ...frameHosts(config)].join(' ');
  const { scriptHashes, styleHashes } = inlineHashes(dist);
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes].join(' ');
  return [
    "default-src 'none'",
    `script-src ${sources(scriptHashes)}`,
    `style-src ${sources(config.demonstration ? [...styleHashes, stripSource] : styleHashes)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // The payment's return pages are shown in our own frame (BUY-09).
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types kopa-worker',
  ].join('; ');
}

/**
 * Scripts, styles and fonts of a page, which the page's policy governs; a worker's script needs its own
 * policy.
 */
const PART = /^\/assets\/(?!on-demand\/)[^/]+\.(js|css|woff2)$/;

/**
 * The security headers of every answer. A page's files get only those that matter for them, because the app's
 * start fetches many.
 */
export function securityHeaders(config: Config, dist: string): MiddlewareHandler {
  const ofParts: Readonly<Record<string, string>> = {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  const ofAll: Readonly<Record<string, string>> = {
    ...ofParts,
    'content-security-policy': policy(config, dist),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': permissions(config),
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  return async (context, next) => {
    await next();
    const headers = PART.test(context.req.path) ? ofParts : ofAll;
    for (const [name, value] of Object.entries(headers)) {
      // The page of a simulated party may set its own policy.
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    // With TLS only: over plain http, a browser would refuse a development server from then on.
    if (hasProxyHeaders(config, context) && context.req.header('x-forwarded-proto') === 'https') {
      context.res.headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
    }
  };
}
