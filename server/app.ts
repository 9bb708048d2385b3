import { Hono } from 'hono';
import { type AnyEndpoint, API_BASE } from '#core/contract/endpoint.ts';
import { type EndpointName, endpoints } from '#core/contract/endpoints.ts';
import type { Handler } from './api/handler.ts';
import { handlers } from './api/handlers.ts';
import { mountPartyRoutes } from './api/party-routes.ts';
import type { Deps } from './deps.ts';
import { limitBodies } from './middleware/body-limit.ts';
import { endpointRoute, sealed } from './middleware/call.ts';
import { ownHost } from './middleware/host.ts';
import { requestLog } from './middleware/request-log.ts';
import { sayDemonstration } from './middleware/say-demonstration.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { notFound } from './refusal/refusals.ts';
import { REPORT_PATH } from './services/notices/report-links.ts';
import { staticSite } from './static/site.ts';
import { healthy } from './store/health.ts';

export interface AppOptions {
  /** The built site. */
  readonly dist: string;
}

/** The whole server as one fetch function: tests call it without a port. */
export function createApp(deps: Deps, options: AppOptions): Hono {
  const app = new Hono();
  app.use(requestLog(deps.log));
  app.use(securityHeaders(deps.config, options.dist));
  app.use(ownHost(deps));
  app.get('/healthz', async (context) =>
    (await healthy(deps.db))
      ? context.json({ status: 'ok' })
      : context.json({ status: 'unavailable' }, 503),
  );
  app.use(`${API_BASE}/*`, async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  app.use(limitBodies(deps));
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: AnyEndpoint = endpoints[name];
    const handler = handlers[name] as Handler<AnyEndpoint>;
    app.post(`${API_BASE}${endpoint.path}`, endpointRoute(deps, endpoint, handler));
  }
  if (deps.config.demonstration)
    app.on(['GET', 'POST'], [REPORT_PATH, '/sandbox'], sayDemonstration);
  mountPartyRoutes(app, deps);
  app.all(`${API_BASE}/*`, (context) => sealed(deps, context, notFound()));
  app.get('*', staticSite(options.dist, deps.config.demonstration));
  app.onError((error, context) => {
    deps.log.error('request failed', { path: context.req.path }, error);
    return context.text('Service unavailable', 503);
  });
  return app;
}
