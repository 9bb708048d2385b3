import type { Context, Hono } from 'hono';
import { BEAT_MS, LAST_EVENT_HEADER, livePath } from '#core/contract/live.ts';
import { nonceOf } from '#core/envelope/envelope.ts';
import { BEAT_TEXT, eventText } from '#core/event-stream.ts';
import type { Deps } from '#server/deps.ts';
import { addressOf } from '#server/middleware/address.ts';
import { authenticate } from '#server/middleware/authenticate.ts';
import { sealed } from '#server/middleware/call.ts';
import { refuseCrossSite } from '#server/middleware/same-origin.ts';
import type { Changes } from '#server/platform/changes.ts';
import type { Places } from '#server/platform/places.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { busy, notFound, sessionOver } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';

/** After so long the page asks again, and its session is looked at again. */
const LIFE_MS = 10 * 60_000;
/** So many events may wait for a page that does not take them. */
const MOST_WAITING = 100;
/** When a page may ask again that gave way, or had too many others beside it; in seconds. */
const AGAIN_SECONDS = 30;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that collects answers before it passes them on would hold the events back.
  'x-accel-buffering': 'no',
};

/** The stream of one page; undefined: there are too many. */
function streamOf(
  changes: Changes,
  owner: Owner,
  after: string | undefined,
): ReadableStream<Uint8Array> | undefined {
  const encoder = new TextEncoder();
  let isOver = false;
  let leave: (() => void) | undefined;
  let say = (_: string): void => undefined;
  let finish = (): void => undefined;
  const beats = setInterval(() => say(BEAT_TEXT), BEAT_MS);
  const life = setTimeout(() => end(), LIFE_MS);
  beats.unref();
  life.unref();
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(beats);
    clearTimeout(life);
    leave?.();
    finish();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        say = (text) => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
          else end();
        };
        finish = () => controller.close();
      },
      cancel() {
        finish = () => undefined;
        end();
      },
    },
    new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
  );
  leave = changes.follow({ owner, tell: (event) => say(eventText(event)), end }, after);
  if (leave) return stream;
  end();
  return undefined;
}

/** Customers only: nothing of what staff see is followed. */
const admitted = { access: 'user' } as const;

/** Tells the open page of a customer what kind of thing has changed, as it changes (LIVE-01). */
export function mountLive(app: Hono, deps: Deps, calls: Places, changes: Changes): void {
  async function open(context: Context): Promise<Response> {
    const header = (name: string) => context.req.header(name);
    const caller =
      refuseCrossSite(header) ??
      (await authenticate(deps, admitted, {
        authorization: header('authorization'),
        // Without an envelope there is no other: to ask twice does no harm.
        nonce: nonceOf(deps.random(16)),
        ip: addressOf(deps.config, context),
      }));
    if (isRefused(caller)) return sealed(deps, context, caller);
    if (caller.kind !== 'signed-in') return sealed(deps, context, sessionOver());
    const stream = streamOf(changes, caller, header(LAST_EVENT_HEADER));
    return stream ? context.body(stream, 200, HEADERS) : sealed(deps, context, busy(AGAIN_SECONDS));
  }
  app.get(livePath, (context) => {
    // Nobody would read what follows the head.
    if (context.req.method === 'HEAD') return sealed(deps, context, notFound());
    // Without it all works on: it gives way first. An open stream takes no place.
    return calls.run('prices', () => open(context)) ?? sealed(deps, context, busy(AGAIN_SECONDS));
  });
}
