import type { CSSProperties } from 'react';
import { avatarHue, avatarLetter } from './avatar-hue.ts';

interface Props {
  readonly email: string;
  readonly large?: boolean;
}

/** The first letter of an e-mail on a colour derived from it. Decorative: who it is stands in words. */
export const Avatar = ({ email, large }: Props) => (
  <span
    className={large ? 'avatar avatar--lg' : 'avatar'}
    style={{ '--hue': avatarHue(email) } as CSSProperties}
    aria-hidden="true"
  >
    {avatarLetter(email)}
  </span>
);
