/**
 * One event of a stream: its id, and what it says; without the latter it only gives the id. One with a name
 * stands for itself and has no id.
 */
export type StreamEvent =
  | { readonly id: string; readonly data: string | undefined }
  | { readonly event: string; readonly data: string };

/** An event as server-sent events are written. No part has line ends. */
export const eventText = (event: StreamEvent): string => {
  const head = 'event' in event ? `event: ${event.event}` : `id: ${event.id}`;
  return `${head}\n${event.data === undefined ? '' : `data: ${event.data}\n`}\n`;
};

/** Says nothing, and shows that the stream is alive. */
export const BEAT_TEXT = ':\n\n';

/** Longer than anything the server says: what comes without an end is not from there. */
const LONGEST = 10_000;

/** Takes the text of a stream piece by piece, cut anywhere, and gives the events that are complete. */
export function eventReader(): (piece: string) => readonly StreamEvent[] {
  let rest = '';
  return (piece) => {
    const parts = (rest + piece).split('\n\n');
    rest = (parts.pop() ?? '').slice(-LONGEST);
    return parts.flatMap((part): StreamEvent[] => {
      const lines = part.split('\n');
      const saidAs = (name: string): string | undefined =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const [id, event, data] = [saidAs('id'), saidAs('event'), saidAs('data')];
      if (event && data) return [{ event, data }];
      return id === undefined ? [] : [{ id, data }];
    });
  };
}
