import { randomBytes } from 'node:crypto';
import { LAST_EVENT_HEADER, livePath, PRICES_EVENT } from '#core/contract/market/live.ts';
import { eventReader, type StreamEvent } from '#core/event-stream.ts';
import { type Credential, headersOf } from './api-client.ts';

export interface LiveStream {
  readonly status: number;
  /** All events that have arrived. */
  readonly events: readonly StreamEvent[];
  /** The kinds of changes that arrived, in order. */
  kinds(): readonly string[];
  /** The data of the price events that arrived. */
  prices(): readonly string[];
  /** The id of the last event that has one, from which a new stream can continue; empty if there is none. */
  lastId(): string;
  /** Settles when the server has ended it. */
  readonly ended: Promise<void>;
  leave(): void;
}

/**
 * Opens a customer's stream, as a page does. `after`: the id of the last event of an earlier stream, to continue it.
 */
export async function followLive(
  base: string,
  credential: Credential | undefined,
  { after, headers }: { after?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<LiveStream> {
  const leaving = new AbortController();
  const response = await fetch(base + livePath, {
    headers: headersOf(randomBytes(16).toString('hex'), {
      ...(credential && { credential }),
      headers: { ...(after && { [LAST_EVENT_HEADER]: after }), ...headers },
    }),
    signal: leaving.signal,
  });
  const events: StreamEvent[] = [];
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const read = eventReader();
  const listen = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      events.push(...read(decoder.decode(piece, { stream: true })));
    }
  };
  return {
    status: response.status,
    events,
    kinds: () => events.flatMap((event) => ('id' in event ? (event.data ?? []) : [])),
    prices: () =>
      events.flatMap((event) =>
        'event' in event && event.event === PRICES_EVENT ? [event.data] : [],
      ),
    lastId: () => events.findLast((event) => 'id' in event)?.id ?? '',
    ended: isStream ? listen().catch(() => undefined) : Promise.resolve(),
    leave: () => leaving.abort(),
  };
}
