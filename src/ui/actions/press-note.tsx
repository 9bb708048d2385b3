import { Icon } from '#ui/marks/icon.tsx';

interface Props {
  readonly text: string | undefined;
}

/**
 * What became of a press that came too early for the button of its bar. The place is always there, so that
 * the words are spoken, and stands where it does not move the button.
 */
export const PressNote = ({ text }: Props) => (
  <p className={text === undefined ? 'vh' : 'reason go__note'} role="status">
    {text !== undefined && <Icon name="info" size="s" />}
    {text}
  </p>
);
