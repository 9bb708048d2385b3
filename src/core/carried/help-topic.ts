import * as v from 'valibot';
import { brand } from '#core/brand.ts';
import { carried } from './carried.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** What a customer needs help with. */
export const helpTopic = carried(
  'help',
  v.object({
    /** A description such as “Withdraw Bitcoin”. Without amounts, because it goes into a mail. */
    title: text,
    /** The id under which support finds it. */
    reference: text,
  }),
);
export type HelpTopic = NonNullable<ReturnType<typeof helpTopic.read>>;

/** A mailto link whose mail contains the topic's reference, if there is a topic. */
export function mailTo(address: string, topic?: HelpTopic): string {
  if (!topic) return `mailto:${address}`;
  const subject = `${brand.name}: ${topic.title} (${topic.reference})`;
  const body = `Reference: ${topic.reference}\n\nWhat happened:\n`;
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
