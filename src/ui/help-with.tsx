import { Link } from 'wouter';
import { type HelpTopic, helpWith } from '#core/domain/help-topic.ts';
import { Icon } from './icon.tsx';

/** The way to help with one thing, whose reference it takes along (EASE-03). */
export const HelpWith = ({ topic }: { readonly topic: HelpTopic }) => (
  <Link className="textbtn no-print" href="/help" state={helpWith(topic)}>
    <Icon name="help" size="s" />
    Get help with this
  </Link>
);
