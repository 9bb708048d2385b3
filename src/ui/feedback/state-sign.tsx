import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import css from './state-sign.module.css';

export interface SignProps {
  /** Slate is under way, green has arrived, red was stopped. */
  readonly tone: 'wait' | 'good' | 'bad' | 'over';
  /** Under way, and still here: a clock instead of an arrow. */
  readonly waits?: boolean;
  readonly large?: boolean;
}

const Clock = () => (
  <Glyph size={undefined}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.25V12l3.25 2" />
  </Glyph>
);

/** The picture of a state: a shape besides the colour. */
export const StateSign = ({ tone, waits = true, large = false }: SignProps) => (
  <span className={css.sign} data-tone={tone} data-large={large ? '' : undefined}>
    {tone === 'wait' && waits ? (
      <Clock />
    ) : (
      <Icon name={tone === 'wait' ? 'up' : tone === 'good' ? 'check' : 'x'} />
    )}
  </span>
);
