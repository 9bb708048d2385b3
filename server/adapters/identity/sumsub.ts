import type { KycStatus } from '#core/contract/identity.ts';
import type { Now } from '#server/adapters/clock.ts';
import { type ExactJson, member, parseExactJson, textMember } from '#server/adapters/exact-json.ts';
import { fetchText } from '#server/adapters/fetch-text.ts';
import { forged, readNotice } from '#server/adapters/notice.ts';
import type { IdentityProvider } from './identity.ts';
import { noticeIsGenuine, signRequest } from './sumsub-signature.ts';

export interface SumsubSettings {
  readonly baseUrl: string;
  readonly appToken: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly levelName: string;
}

const TOKEN_SECONDS = 600;

/** Our status for what Sumsub says of an applicant's review. */
export function statusOfReview(applicant: ExactJson | undefined): KycStatus | undefined {
  const review = member(applicant, 'review');
  const result = member(review, 'reviewResult');
  switch (textMember(review, 'reviewStatus')) {
    case 'init':
    // It has begun, and cannot go on without the customer.
    case 'awaitingUser':
      return 'incomplete';
    case 'pending':
    case 'prechecked':
    case 'queued':
    case 'onHold':
    // Another service is asked: an answer that comes with it is not the last word.
    case 'awaitingService':
      return 'submitted';
    case 'completed':
      if (textMember(result, 'reviewAnswer') === 'GREEN') return 'approved';
      // A retry asks the customer for better documents: it is not a rejection.
      return textMember(result, 'reviewRejectType') === 'FINAL' ? 'rejected' : 'incomplete';
    default:
      return undefined;
  }
}

/** The real party: Sumsub's server API. */
export function sumsubIdentity(settings: SumsubSettings, now: Now): IdentityProvider {
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body = '',
  ): Promise<ExactJson | undefined> {
    const seconds = Math.floor(now() / 1000);
    const text = await fetchText(`${settings.baseUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-app-token': settings.appToken,
        'x-app-access-ts': String(seconds),
        'x-app-access-sig': signRequest(settings.secretKey, seconds, method, path, body),
      },
      ...(body ? { body } : {}),
    });
    return text === undefined ? undefined : parseExactJson(text);
  }

  return {
    async accessToken({ id, email }) {
      const body = JSON.stringify({
        userId: id,
        levelName: settings.levelName,
        ttlInSecs: TOKEN_SECONDS,
        applicantIdentifiers: { email },
      });
      return textMember(await ask('POST', '/resources/accessTokens/sdk', body), 'token');
    },
    async review(userId) {
      const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(userId)}/one`;
      const applicant = await ask('GET', path);
      const status = statusOfReview(applicant);
      const result = member(member(applicant, 'review'), 'reviewResult');
      return status && { status, comment: textMember(result, 'moderationComment') };
    },
    widgetReported: () => Promise.resolve(),
    customerOfNotice(body, header) {
      const genuine = noticeIsGenuine(
        settings.webhookSecret,
        body,
        header('x-payload-digest'),
        header('x-payload-digest-alg'),
      );
      return genuine ? readNotice(body, (notice) => textMember(notice, 'externalUserId')) : forged;
    },
  };
}
