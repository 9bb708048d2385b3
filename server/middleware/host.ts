import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Deps } from '#server/deps.ts';

/** Names of this machine that can only mean itself. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

const hostname = (host: string): string | undefined => URL.parse(`http://${host}`)?.hostname;

/** The number of Host headers: Node's parser keeps the first one and drops the others. */
function hostHeaders(context: Context): number {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  const names = incoming?.rawHeaders.filter((_, at) => at % 2 === 0) ?? [];
  return names.filter((name) => name.toLowerCase() === 'host').length;
}

/**
 * Refuses requests with two Host headers and, while a sandbox is on, those for a foreign host: a site open in
 * the same browser could point its own name at this machine and read the inbox (DNS rebinding, HARD-44).
 */
export function ownHost({ config, parties }: Pick<Deps, 'config' | 'parties'>): MiddlewareHandler {
  const own = new Set([...THIS_MACHINE, new URL(config.publicUrl).hostname]);
  return (context, next) => {
    if (hostHeaders(context) > 1) return Promise.resolve(context.text('Bad Request', 400));
    const named = hostname(context.req.header('host') ?? new URL(context.req.url).host);
    if (parties.sandboxed.size > 0 && (named === undefined || !own.has(named))) {
      const text = 'Not a host of this server. PUBLIC_URL says where it is reached.';
      return Promise.resolve(context.text(text, 403));
    }
    return next();
  };
}
