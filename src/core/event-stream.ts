/** One event of a stream: its id, and what it says; without the latter it only gives the id. */
export interface StreamEvent {
  readonly id: string;
  readonly data: string | undefined;
}

/** An event as server-sent events are written. Neither part has line ends. */
export const eventText = ({ id, data }: StreamEvent): string =>
  `id: ${id}\n${data === undefined ? '' : `data: ${data}\n`}\n`;

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
    return parts.flatMap((part) => {
      const lines = part.split('\n');
      const saidAs = (name: string): string | undefined =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const id = saidAs('id');
      return id === undefined ? [] : [{ id, data: saidAs('data') }];
    });
  };
}
