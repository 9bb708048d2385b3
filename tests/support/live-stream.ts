import { randomBytes } from 'node:crypto';
import { LAST_EVENT_HEADER, livePath, PRICES_EVENT } from '#core/contract/live.ts';
import { eventReader, type StreamEvent } from '#core/event-stream.ts';
import { type Credential, headersOf } from './api-client.ts';

export interface LiveStream {
  readonly status: number;
  /** What it said so far. */
  readonly events: readonly StreamEvent[];
  /** What changed, in the order it was told. */
  kinds(): readonly string[];
  /** What it said of prices. */
  prices(): readonly string[];
  /** The last event from which a page may go on; empty: none. */
  lastId(): string;
  /** Settles when the server has ended it. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens a customer's stream, as a page does; `after`: the last event that was heard. */
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
