/**
 * One event of a stream, with its id and its text. Without a text it only sets the id; with a name it has no
 * id.
 */
export type StreamEvent =
  | { readonly id: string; readonly data: string | undefined }
  | { readonly event: string; readonly data: string };

/** An event in the format of server-sent events. No part may contain line ends. */
export const eventText = (event: StreamEvent): string => {
  const head = 'event' in event ? `event: ${event.event}` : `id: ${event.id}`;
  return `${head}\n${event.data === undefined ? '' : `data: ${event.data}\n`}\n`;
};

/** An empty comment, which shows that the stream is alive. */
export const BEAT_TEXT = ':\n\n';

/** Longer than any event of our server: a longer one comes from somewhere else. */
const LONGEST = 10_000;

/** Takes a stream's text in pieces of any size and returns the events that are complete. */
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
