import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** One statement as the server sent it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const readStatements = (file: string): readonly Statement[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Statement => JSON.parse(line));

/** A new random value of the same format; undefined if the old value does not look random. */
function likeRandom(value: string): string | undefined {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return randomUUID();
  if (/^[0-9a-f]{32}$/.test(value)) return randomBytes(16).toString('hex');
  if (/^[\w-]{22,43}$/.test(value)) {
    return randomBytes(33).toString('base64url').slice(0, value.length);
  }
  return undefined;
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A description of the first difference between two recordings; undefined if they sent the same statements. */
export function differenceOf(
  one: readonly Statement[],
  two: readonly Statement[],
): string | undefined {
  const least = Math.min(one.length, two.length);
  const differs = one.findIndex(({ text }, i) => i < least && text !== two[i]?.text);
  if (differs < 0 && one.length === two.length) return undefined;
  const at = differs < 0 ? least : differs;
  return `two operations of one kind sent different statements, ${one.length} and ${two.length}, from number ${at + 1} on:
  ${one[at]?.text ?? 'nothing'}
  ${two[at]?.text ?? 'nothing'}`;
}

/**
 * A recorded operation to replay with new ids each time. The ids are found by recording the same
 * operation twice: a value that differs and looks random was generated for that one operation.
 */
export class Recording {
  readonly #statements: readonly Statement[];
  readonly #fresh: ReadonlySet<string>;

  constructor(one: readonly Statement[], two: readonly Statement[]) {
    const difference = differenceOf(one, two);
    if (difference) throw new Error(difference);
    const strings = (statements: readonly Statement[]) =>
      statements.flatMap(({ values }) => values.filter((value) => typeof value === 'string'));
    const ids = (statements: readonly Statement[]) =>
      new Set(
        strings(statements).flatMap((text) =>
          likeRandom(text) ? [text] : (text.match(uuid) ?? []),
        ),
      );
    const others = ids(two);
    this.#statements = one;
    this.#fresh = new Set([...ids(one)].filter((id) => !others.has(id)));
  }

  get length(): number {
    return this.#statements.length;
  }

  /** The statements with new ids, on behalf of another owner. */
  again(owner: string, recordedOwner: string): readonly Statement[] {
    const renamed = new Map([[recordedOwner, owner]]);
    for (const id of this.#fresh) renamed.set(id, likeRandom(id) ?? id);
    const rename = (value: unknown): unknown => {
      if (typeof value !== 'string') return value;
      return renamed.get(value) ?? value.replace(uuid, (id) => renamed.get(id) ?? id);
    };
    return this.#statements.map(({ text, values }) => ({ text, values: values.map(rename) }));
  }

  async play(client: pg.Client, owner: string, recordedOwner: string): Promise<void> {
    for (const { text, values } of this.again(owner, recordedOwner)) {
      await client.query(text, [...values]);
    }
  }
}
