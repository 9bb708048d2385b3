import * as v from 'valibot';

/**
 * What a navigation hands to the next page, under a name of its own. The browser keeps such states, so another version
 * of the app may have written it: what does not have this shape counts as not there.
 */
export function carried<Schema extends v.GenericSchema>(name: string, schema: Schema) {
  return {
    /** The part of the navigation state that carries it; undefined takes it out again. */
    give: (
      what: v.InferInput<Schema> | undefined,
    ): Readonly<Record<string, v.InferInput<Schema> | undefined>> => ({ [name]: what }),

    read(state: unknown): v.InferOutput<Schema> | undefined {
      const read = v.safeParse(schema, Object(state)[name]);
      return read.success ? read.output : undefined;
    },
  };
}

export interface Carried<What> {
  give(what: What | undefined): Readonly<Record<string, unknown>>;
  read(state: unknown): What | undefined;
}
