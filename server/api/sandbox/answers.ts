import type { Context } from 'hono';
import * as v from 'valibot';

export const done = (context: Context) => context.json({ status: 'success' });

export const wrong = (context: Context, message: string) =>
  context.json({ status: 'error', message }, 400);

/** A JSON body with the schema's shape, or undefined. Only JSON, which a form of another site cannot send. */
export async function read<S extends v.GenericSchema>(
  context: Context,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  if (!context.req.header('content-type')?.startsWith('application/json')) return undefined;
  const body: unknown = await context.req.json().catch(() => undefined);
  const parsed = v.safeParse(schema, body);
  return parsed.success ? parsed.output : undefined;
}
