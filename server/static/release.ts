import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Config } from '#server/config.ts';
import { securityHeaders } from '#server/middleware/security-headers.ts';
import type { BuiltSite } from './built-site.ts';
import { staticSite } from './site.ts';

/** One answer of a site: what a browser gets for a path, without the parts that change daily. */
export interface SiteAnswer {
  readonly path: string;
  readonly status: number;
  /** Of the decoded body, in base64. */
  readonly sha256: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything that a release serves besides the API: the inventory that PCI DSS 6.4.3 and 11.6.1 require. */
export interface Release {
  readonly version: string;
  readonly build: string;
  readonly answers: readonly SiteAnswer[];
}

/** The headers that a page's safety depends on; no proxy has a reason to change them. */
const HEADERS = [
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
];

/** Requests a path of a site. */
export type Ask = (path: string) => Response | Promise<Response>;

/**
 * Further paths: pages of the app, which share one file, and an unknown path, which is answered with a page,
 * too.
 */
const BESIDES = ['/wallet', '/profile', '/no-such-page'];

/** The address of a built file. */
export const pathOf = (file: string): string => `/${file.replace(/(^|\/)index\.html$/, '')}`;

const isServed = (file: string): boolean => file !== 'csp.json';

/** All paths of a site that are compared. */
export const pathsOf = ({ files }: BuiltSite): readonly string[] => [
  ...files.filter(isServed).map(pathOf),
  ...BESIDES,
];

export async function answerOf(ask: Ask, path: string): Promise<SiteAnswer> {
  const answer = await ask(path);
  const body = new Uint8Array(await answer.arrayBuffer());
  const headers = HEADERS.map((name) => [name, answer.headers.get(name) ?? ''] as const);
  return {
    path,
    status: answer.status,
    sha256: createHash('sha256').update(body).digest('base64'),
    headers: Object.fromEntries(headers.filter(([, value]) => value !== '')),
  };
}

/** The site as a server with this configuration serves it, without the API. */
export function siteAlone(config: Config, dist: string): Hono {
  const app = new Hono();
  app.use(securityHeaders(config, dist));
  app.get('*', staticSite({ dist, demonstration: config.demonstration }));
  return app;
}

/** The answers of this build with this configuration. */
export async function releaseOf(config: Config, dist: string, site: BuiltSite): Promise<Release> {
  const app = siteAlone(config, dist);
  const answers: SiteAnswer[] = [];
  for (const path of pathsOf(site)) answers.push(await answerOf((of) => app.request(of), path));
  return { version: site.version, build: site.build, answers };
}

/** How an answer differs from the released one, in words; undefined if it does not. */
export function differenceOf(released: SiteAnswer, found: SiteAnswer): string | undefined {
  const { path } = released;
  if (found.status !== released.status) {
    return `${path}: status ${found.status}, ${released.status} was released`;
  }
  if (found.sha256 !== released.sha256) return `${path}: another content than was released`;
  const names = new Set([...Object.keys(released.headers), ...Object.keys(found.headers)]);
  const name = [...names].find((one) => released.headers[one] !== found.headers[one]);
  return (
    name &&
    `${path}: header ${name} is “${found.headers[name] ?? ''}”, released “${released.headers[name] ?? ''}”`
  );
}
