/** The text of a push message; undefined if the message is not ours. */
export function textOf(payload: unknown): string | undefined {
  return typeof payload === 'object' &&
    payload !== null &&
    'text' in payload &&
    typeof payload.text === 'string'
    ? payload.text.slice(0, 200)
    : undefined;
}
