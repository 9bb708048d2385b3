import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Config } from '#server/config.ts';
import { securityHeaders } from '#server/middleware/security-headers.ts';
import type { BuiltSite } from './built-site.ts';
import { staticSite } from './site.ts';

/** One answer of a site: what a browser gets for a path, without what differs from day to day. */
export interface SiteAnswer {
  readonly path: string;
  readonly status: number;
  /** Of the body as the browser reads it, base64. */
  readonly sha256: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything that a release serves besides the API: PCI DSS 6.4.3 and 11.6.1 ask for such a list. */
export interface Release {
  readonly version: string;
  readonly build: string;
  readonly answers: readonly SiteAnswer[];
}

/** The headers on which the safety of a page depends, and which no proxy has a reason to change. */
const HEADERS = [
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
];

/** Asks for a path of a site. */
export type Ask = (path: string) => Response | Promise<Response>;

/** Pages of the app, which are all the same file, and a path that is nothing: its answer is a page, too. */
const BESIDES = ['/wallet', '/profile', '/no-such-page'];

/** The address of a built file. */
export const pathOf = (file: string): string => `/${file.replace(/(^|\/)index\.html$/, '')}`;

const isServed = (file: string): boolean => file !== 'csp.json';

/** The paths that a site answers. */
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

/** A site as a server of this configuration answers it, without the API. */
export function siteAlone(config: Config, dist: string): Hono {
  const app = new Hono();
  app.use(securityHeaders(config, dist));
  app.get('*', staticSite({ dist, demonstration: config.demonstration }));
  return app;
}

/** What this build answers under this configuration. */
export async function releaseOf(config: Config, dist: string, site: BuiltSite): Promise<Release> {
  const app = siteAlone(config, dist);
  const answers: SiteAnswer[] = [];
  for (const path of pathsOf(site)) answers.push(await answerOf((of) => app.request(of), path));
  return { version: site.version, build: site.build, answers };
}

/** Where an answer is not the released one, in words; undefined where it is. */
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
