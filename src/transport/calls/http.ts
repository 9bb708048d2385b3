import { ofetch } from 'ofetch';

/**
 * The client for every call to our server. A call is sent once: its caller decides whether to send it again.
 * The answer's body is text, in `_data`, whatever the status. There is no time limit except the caller's
 * `signal` (NET-03). Throws if there is no complete answer. Probes (`platform/worker/server-answers.ts`), files of
 * the app (`platform/worker/repair.ts`, the worker) and the stream of changes (`app/live/listen.ts`) use `fetch`
 * directly: they need the answer's headers or its body as a stream, and must work if the app's files are
 * damaged.
 */
export const http = ofetch.create({ retry: 0, responseType: 'text', ignoreResponseError: true });
