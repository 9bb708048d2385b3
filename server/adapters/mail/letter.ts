import * as v from 'valibot';
import { oneLine } from '#core/text/one-line.ts';

/** A part of a mail, as its text and as its HTML show it. */
const block = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string() }),
  /** What must not be overlooked, such as until when something can be stopped. */
  v.object({ kind: v.literal('note'), text: v.string() }),
  /** A sentence and the rows of its list. */
  v.object({ kind: v.literal('list'), head: v.string(), rows: v.array(v.string()) }),
  /** Facts with their names, a row each. */
  v.object({ kind: v.literal('facts'), rows: v.array(v.tuple([v.string(), v.string()])) }),
  /** What can be done by opening a link; `stop`: against somebody else. */
  v.object({
    kind: v.literal('press'),
    say: v.string(),
    url: v.string(),
    label: v.string(),
    stop: v.boolean(),
  }),
]);

export type Block = v.InferOutput<typeof block>;

/** A mail before it is written as text or as HTML. */
export const letterSchema = v.object({
  /** What the mail is about: an amount or a code. */
  main: v.optional(v.string()),
  blocks: v.array(block),
});

export type Letter = v.InferOutput<typeof letterSchema>;

/** Sentences on one line, or a heading and rows on a line each. */
export type Paragraph = string | readonly string[] | Block;

export const note = (text: string): Block => ({ kind: 'note', text: oneLine(text) });

/** Facts with their names. */
export const facts = (...rows: readonly (readonly [name: string, fact: string])[]): Block => ({
  kind: 'facts',
  rows: rows.map(([name, fact]) => [oneLine(name), oneLine(fact)]),
});

/** A link with the sentence before it. */
export const press = (say: string, url: string, label: string, stop = false): Block => ({
  kind: 'press',
  ...{ say, url: oneLine(url), label, stop },
});

/** A quoted text cannot add lines to a mail (HARD-29). */
export function blockOf(paragraph: Paragraph): Block {
  if (typeof paragraph === 'string') return { kind: 'text', text: oneLine(paragraph) };
  if ('kind' in paragraph) return paragraph;
  const [head = '', ...rows] = paragraph.map(oneLine);
  return rows.length === 0 ? { kind: 'text', text: head } : { kind: 'list', head, rows };
}

function linesOf(part: Block): readonly string[] {
  switch (part.kind) {
    case 'text':
    case 'note':
      return [part.text];
    case 'list':
      return [part.head, ...part.rows];
    case 'facts':
      return part.rows.map(([name, fact]) => `${name}: ${fact}`);
    case 'press':
      return [part.say, part.url];
  }
}

export const letterText = (blocks: readonly Block[]): string =>
  blocks.map((part) => linesOf(part).join('\n')).join('\n\n');
