import { Link } from 'wouter';
import { type HelpTopic, helpTopic } from '#core/carried/help-topic.ts';
import { Icon } from '#ui/marks/icon.tsx';

/** A link to help with one thing, which passes on its reference (EASE-03). */
export const HelpWith = ({ topic }: { readonly topic: HelpTopic }) => (
  <Link className="textbtn no-print" href="/help" state={helpTopic.give(topic)}>
    <Icon name="help" size="s" />
    Get help with this
  </Link>
);
