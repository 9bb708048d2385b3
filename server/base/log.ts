import { AsyncLocalStorage } from 'node:async_hooks';
import { messageOf } from './log-message.ts';

/** The fields of a log line: never personal data, secrets or tokens. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields, cause?: unknown): void;
}

/** The reference of the request being answered: every line written meanwhile has it. */
export const requestReference = new AsyncLocalStorage<string>();

/** A line of a stack trace that names a place; the lines before it are the message. */
const FRAME = /^ {4}at /;

/**
 * The place where an error was thrown, without its message: only the database's is known to quote nothing.
 */
const placeOf = (cause: unknown): LogFields =>
  cause instanceof Error
    ? {
        error: cause.name,
        code: 'code' in cause ? String(cause.code) : undefined,
        message: messageOf(cause),
        stack: cause.stack
          ?.split('\n')
          .filter((line) => FRAME.test(line))
          .slice(0, 7)
          .join('\n'),
      }
    : { error: typeof cause };

/** A log of one JSON object per line. */
export function jsonLog(write: (line: string) => void): Log {
  const line = (level: string, event: string, fields: LogFields = {}) => {
    const at = new Date().toISOString();
    const request = requestReference.getStore();
    write(`${JSON.stringify({ at, level, event, ...(request && { request }), ...fields })}\n`);
  };
  return {
    info: (event, fields) => line('info', event, fields),
    warn: (event, fields) => line('warn', event, fields),
    error: (event, fields, cause) =>
      line('error', event, { ...fields, ...(cause !== undefined && placeOf(cause)) }),
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
