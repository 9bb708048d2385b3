import { type Context, Hono } from 'hono';
import { type AnyEndpoint, API_BASE } from '#core/contract/endpoint.ts';
import { type EndpointName, endpoints } from '#core/contract/endpoints.ts';
import { sharePath } from '#core/routes.ts';
import { handlers } from './api/handlers.ts';
import type { Handler } from './api/handling/handler.ts';
import { mountLive } from './api/market/live.ts';
import { mountPartyRoutes } from './api/market/party-routes.ts';
import { placeOfVisitor } from './api/market/visitor.ts';
import { requestReference } from './base/log.ts';
import type { Deps } from './deps.ts';
import { limitBodies } from './middleware/body-limit.ts';
import { endpointRoute, sealed } from './middleware/call.ts';
import { ownHost } from './middleware/host.ts';
import { type Answered, failureName, requestLog } from './middleware/request-log.ts';
import { sayDemonstration } from './middleware/say-demonstration.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import type { Changes } from './platform/changes.ts';
import { type Places, places } from './platform/places.ts';
import { Lack, readinessOf, version } from './readiness.ts';
import { unavailablePage } from './refusal/own-page.ts';
import { notFound } from './refusal/refusals.ts';
import { whatWorks } from './service-status.ts';
import { REPORT_PATH } from './services/messages/notices/report-links.ts';
import type { BuiltSite } from './static/built-site.ts';
import { OtherBuilds } from './static/other-builds.ts';
import { mountSecurityTxt } from './static/security-txt.ts';
import { staticSite } from './static/site.ts';

export interface AppOptions {
  /** The folder of the built site; empty if pages are served elsewhere. */
  readonly dist: string;
  /** The build's record, if it was checked. */
  readonly site?: BuiltSite | undefined;
  /** Aborted when the server was told to stop: every answer then closes its connection (OPS-03). */
  readonly stopping?: AbortSignal;
  /** Called with each answered request. */
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
  /** The changes that open pages are told of (LIVE-01); without it they poll. */
  readonly changes?: Changes;
  /** The calls under way; own ones by default. */
  readonly calls?: Places;
}

/** The health routes for operators and load balancers (OPS-04): alive, and ready or why not. */
function mountHealth(
  app: Hono,
  deps: Deps,
  { dist, site, stopping }: AppOptions,
  calls: Places,
): void {
  const lack = new Lack();
  app.use(async (context: Context, next) => {
    await next();
    lack.note(context.get('failure'));
  });
  const ask = readinessOf(deps, { directory: dist, site }, stopping, lack);
  const works = whatWorks(deps, calls);
  app.get('/livez', (context) => context.json({ status: 'ok' }));
  app.on('GET', ['/readyz', '/healthz'], async (context) => {
    const { ready, ...parts } = await ask();
    const status = ready ? 'ok' : 'unavailable';
    context.header('cache-control', 'no-store');
    const told = { works: works(parts), givingWay: calls.givingWay() };
    const body = { status, ...parts, ...told, version, build: site?.build ?? '' };
    return context.json(body, ready ? 200 : 503);
  });
}

/** The places for the calls of this process. */
export const placesOf = ({ config, log, clock }: Pick<Deps, 'config' | 'log' | 'clock'>): Places =>
  places({ atOnce: config.callsAtOnce, log, now: () => clock.now() });

/** The whole server as one fetch function: tests call it without a port. */
export function createApp(deps: Deps, options: AppOptions): Hono {
  const app = new Hono();
  const calls = options.calls ?? placesOf(deps);
  app.use(async (context, next) => {
    await next();
    if (options.stopping?.aborted) context.res.headers.set('connection', 'close');
  });
  app.use(requestLog(deps, options.onAnswered));
  app.use(securityHeaders(deps.config, options.dist));
  app.use(ownHost(deps));
  mountHealth(app, deps, options, calls);
  app.use(`${API_BASE}/*`, async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  app.use(limitBodies(deps));
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: AnyEndpoint = endpoints[name];
    const handler = handlers[name] as Handler<AnyEndpoint>;
    const served = { name, endpoint, handler, of: endpoint.givesWay ?? 'essential', places: calls };
    app.post(`${API_BASE}${endpoint.path}`, endpointRoute(deps, served));
  }
  if (deps.config.demonstration)
    app.on(['GET', 'POST'], [REPORT_PATH, '/sandbox'], sayDemonstration);
  mountPartyRoutes(app, deps, calls);
  if (options.changes) mountLive(app, deps, calls, options.changes);
  app.all(`${API_BASE}/*`, (context) => sealed(deps, context, notFound()));
  // A share target's POST that reached the server because no service worker was there: nothing of it is read,
  // and the page says so.
  app.post(sharePath, (context) => context.redirect(sharePath, 303));
  mountSecurityTxt(app, deps.clock, deps.config.publicUrl);
  // If pages are served elsewhere, there is no folder.
  if (options.dist !== '') {
    const { dist } = options;
    const { demonstration } = deps.config;
    const countryOf = async (context: Context) => (await placeOfVisitor(deps, context)).countryCode;
    const site = staticSite({ dist, demonstration, countryOf, others: new OtherBuilds(deps) });
    app.get('*', site);
  }
  app.onError((error, context: Context) => {
    context.set('failure', failureName(error));
    deps.log.error('request failed', { path: context.req.path }, error);
    const said = `(Reference: ${requestReference.getStore()})`;
    return context.req.header('accept')?.includes('text/html')
      ? context.html(unavailablePage(said), 503)
      : context.text(`Service unavailable ${said}`, 503);
  });
  return app;
}
