import { createHash } from 'node:crypto';
import { END_TOKEN_CONTEXT } from '#core/contract/account/session.ts';

/** 256 random bits as text without dots. */
export const newToken = (random: (bytes: number) => Uint8Array): string =>
  Buffer.from(random(32)).toString('base64url');

/** The database stores only hashes of tokens: a copy of it opens no session. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** The token that can only end the session of this refresh token. */
export const endTokenOf = (refreshToken: string): string =>
  hashToken(`${END_TOKEN_CONTEXT}\n${refreshToken}`);
