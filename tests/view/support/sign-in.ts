import type { User } from '#core/contract/account/session.ts';
import { login } from '#core/contract/account/session.ts';
import { answer, type Said, type SentBy } from './answers.ts';

/** Signs `user` in. */
export const signsIn = (user: User, over: Partial<SentBy<typeof login>> = {}): Said =>
  answer(login, { user, token: 't', refreshToken: `r-${user.id}`, ...over });
