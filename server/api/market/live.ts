import type { Context, Hono } from 'hono';
import { BEAT_MS, LAST_EVENT_HEADER, livePath } from '#core/contract/market/live.ts';
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

/** The stream ends after this long: the page connects again, and its session is checked again. */
const LIFE_MS = 10 * 60_000;
/** The most events that may wait for a slow page. */
const MOST_WAITING = 100;
/** After how many seconds a page that was refused may try again. */
const AGAIN_SECONDS = 30;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Keeps a buffering proxy from holding the events back.
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

/** For customers only: the data of staff pages is not followed. */
const admitted = { path: '/live', access: 'user' } as const;

/** Tells a customer's open page which kind of data has changed (LIVE-01). */
export function mountLive(app: Hono, deps: Deps, calls: Places, changes: Changes): void {
  async function open(context: Context): Promise<Response> {
    const header = (name: string) => context.req.header(name);
    const caller =
      refuseCrossSite(header) ??
      (await authenticate(deps, admitted, {
        authorization: header('authorization'),
        // The stream has no envelope and so no nonce of its own; repeating the request is harmless.
        nonce: nonceOf(deps.random(16)),
        ip: addressOf(deps.config, context),
      }));
    if (isRefused(caller)) return sealed(deps, context, caller);
    if (caller.kind !== 'signed-in') return sealed(deps, context, sessionOver());
    const stream = streamOf(changes, caller, header(LAST_EVENT_HEADER));
    return stream ? context.body(stream, 200, HEADERS) : sealed(deps, context, busy(AGAIN_SECONDS));
  }
  app.get(livePath, (context) => {
    // A HEAD request gets no body, so no stream is opened.
    if (context.req.method === 'HEAD') return sealed(deps, context, notFound());
    // The app works without the stream, so it is the first class to be refused under load. An open stream
    // does not count as a call under way.
    return calls.run('prices', () => open(context)) ?? sealed(deps, context, busy(AGAIN_SECONDS));
  });
}
