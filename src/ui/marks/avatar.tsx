import type { CSSProperties } from 'react';
import { avatarHue, avatarLetter } from './avatar-hue.ts';

interface Props {
  readonly email: string;
  readonly large?: boolean;
}

/** The first letter of an e-mail on a colour derived from it. Decorative: text says who it is. */
export const Avatar = ({ email, large }: Props) => (
  <span
    className={large ? 'avatar avatar--lg' : 'avatar'}
    // No e-mail, no colour: what the build renders for any customer may have no style attribute.
    style={email ? ({ '--hue': avatarHue(email) } as CSSProperties) : undefined}
    aria-hidden="true"
  >
    {avatarLetter(email)}
  </span>
);
