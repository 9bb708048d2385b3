import type { KycStatus } from '#core/contract/identity.ts';
import { countryOf } from '#core/domain/country.ts';
import type { Now } from '#server/adapters/clock.ts';
import { type ExactJson, member, parseExactJson, textMember } from '#server/adapters/exact-json.ts';
import { fetchText } from '#server/adapters/fetch-text.ts';
import { forged, readNotice } from '#server/adapters/notice.ts';
import type { Applicant, IdentityProvider, Review } from './identity.ts';
import { noticeIsGenuine, signRequest } from './sumsub-signature.ts';

export interface SumsubSettings {
  readonly baseUrl: string;
  readonly appToken: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly levelName: string;
  /** The level of the second check of a verified customer, which compares with the first one. */
  readonly againLevelName: string;
}

const TOKEN_SECONDS = 600;
/** How many of an applicant's newest actions are searched. */
const MOST_ACTIONS = 100;
/** The result of a second check whose widget was not opened yet. */
const NOT_BEGUN: ExactJson = { review: { reviewStatus: 'init' } };

/** Our KYC status for the state of Sumsub's review. */
export function statusOfReview(applicant: ExactJson | undefined): KycStatus | undefined {
  const review = member(applicant, 'review');
  const result = member(review, 'reviewResult');
  switch (textMember(review, 'reviewStatus')) {
    case 'init':
    // The review has begun and waits for the customer.
    case 'awaitingUser':
      return 'incomplete';
    case 'pending':
    case 'prechecked':
    case 'queued':
    case 'onHold':
    // Sumsub waits for another service, so an answer in the same message is not final.
    case 'awaitingService':
      return 'submitted';
    case 'completed':
      if (textMember(result, 'reviewAnswer') === 'GREEN') return 'approved';
      // A rejection of the type `RETRY` asks for better documents: it is not final.
      return textMember(result, 'reviewRejectType') === 'FINAL' ? 'rejected' : 'incomplete';
    default:
      return undefined;
  }
}

/** The name in Latin letters: of the document's machine-readable lines, or as the provider writes it. */
function latinNameOf(applicant: ExactJson | undefined): string | undefined {
  const info = member(applicant, 'info');
  const names = [textMember(info, 'firstNameEn'), textMember(info, 'lastNameEn')];
  return names.filter(Boolean).join(' ') || undefined;
}

/** Whose document it was, as the provider read it; undefined: it does not say. */
function personOf(applicant: ExactJson | undefined): Review['person'] {
  const info = member(applicant, 'info');
  if (info === undefined) return undefined;
  const text = (name: string): string => textMember(info, name) ?? '';
  return {
    ...{ first: text('firstName'), last: text('lastName'), born: text('dob') },
    country: countryOf(text('country')),
  };
}

/** The real party: Sumsub's server API. */
export function sumsubIdentity(settings: SumsubSettings, now: Now): IdentityProvider {
  async function ask(
    method: 'GET' | 'POST' | 'PATCH',
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

  const applicantOf = (userId: string) =>
    ask('GET', `/resources/applicants/-;externalUserId=${encodeURIComponent(userId)}/one`);

  /** Sends what the customer said of themselves, once: the provider holds it against their documents (READ-09). */
  async function tellKnown({ id, email, first, last, born }: Applicant): Promise<void> {
    const fixedInfo = { firstName: first, lastName: last, ...(born && { dob: born }) };
    const known = await applicantOf(id);
    const applicantId = textMember(known, 'id');
    if (applicantId === undefined) {
      const path = `/resources/applicants?levelName=${encodeURIComponent(settings.levelName)}`;
      await ask('POST', path, JSON.stringify({ externalUserId: id, email, fixedInfo }));
    } else if (member(known, 'fixedInfo') === undefined) {
      const path = `/resources/applicants/${encodeURIComponent(applicantId)}/fixedInfo`;
      await ask('PATCH', path, JSON.stringify(fixedInfo));
    }
  }

  /** The applicant's action of the given name, if the widget has begun it. */
  async function actionOf(userId: string, name: string): Promise<ExactJson | undefined> {
    const applicantId = textMember(await applicantOf(userId), 'id');
    if (applicantId === undefined) return undefined;
    const list = await ask(
      'GET',
      `/resources/applicantActions/-;applicantId=${encodeURIComponent(applicantId)}?limit=${MOST_ACTIONS}&order=-createdAt`,
    );
    // The documented format, or the former one within `list`.
    const items = member(list, 'items') ?? member(member(list, 'list'), 'items');
    return Array.isArray(items)
      ? (items.find((one) => textMember(one, 'externalActionId') === name) ?? NOT_BEGUN)
      : undefined;
  }

  return {
    async accessToken({ id, email, first, last, born }, again) {
      if (again === undefined) await tellKnown({ id, email, first, last, born });
      const body = JSON.stringify({
        userId: id,
        levelName: again === undefined ? settings.levelName : settings.againLevelName,
        ...(again !== undefined && { externalActionId: again }),
        ttlInSecs: TOKEN_SECONDS,
        applicantIdentifiers: { email },
      });
      return textMember(await ask('POST', '/resources/accessTokens/sdk', body), 'token');
    },
    async review(userId, again) {
      const applicant = await (again === undefined ? applicantOf(userId) : actionOf(userId, again));
      const status = statusOfReview(applicant);
      const result = member(member(applicant, 'review'), 'reviewResult');
      return (
        status && {
          status,
          comment: textMember(result, 'moderationComment'),
          latinName: latinNameOf(applicant),
          person: personOf(applicant),
        }
      );
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
