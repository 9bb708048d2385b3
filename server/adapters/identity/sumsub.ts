import type { KycStatus } from '#core/contract/account/identity.ts';
import { countryOf } from '#core/people/country.ts';
import type { Now } from '#server/adapters/party/clock.ts';
import {
  type ExactJson,
  member,
  parseExactJson,
  plainDecimal,
  textMember,
} from '#server/adapters/party/exact-json.ts';
import { forged, readNotice } from '#server/adapters/party/notice.ts';
import {
  type Meaning,
  meant,
  nobodyKnows,
  type PartyAnswer,
  type Read,
} from '#server/adapters/party/party-facts.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';
import type { Applicant, IdentityProvider, Review } from './identity.ts';
import { noticeIsGenuine, signRequest } from './sumsub-signature.ts';

export interface SumsubSettings {
  readonly baseUrl: string;
  readonly appToken: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The one of before, while the provider may still sign with it; empty: none. */
  readonly oldWebhookSecret?: string;
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
      switch (textMember(result, 'reviewAnswer')) {
        case 'GREEN':
          return 'approved';
        case 'RED':
          // A rejection of the type `RETRY` asks for better documents: it is not final.
          return textMember(result, 'reviewRejectType') === 'FINAL' ? 'rejected' : 'incomplete';
        // Another word is neither: nobody gains or loses by it.
        default:
          return undefined;
      }
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

/** A review as the provider has it; undefined where it has a state that we do not know, or none. */
function reviewOf(checked: ExactJson | undefined): Review | undefined {
  const status = statusOfReview(checked);
  const result = member(member(checked, 'review'), 'reviewResult');
  return (
    status && {
      status,
      comment: textMember(result, 'moderationComment'),
      latinName: latinNameOf(checked),
      person: personOf(checked),
    }
  );
}

/** The provider's own words for what is not there; any gateway has a status for a wrong address. */
const isAbsence = (words: string): boolean =>
  plainDecimal(member(parseExactJson(words), 'code'), 0) === '404';

/** Of a first check, an applicant whom the provider does not know is an answer. No other fact is. */
const FIRST: Meaning<Review | undefined> = {
  ...nobodyKnows,
  'not-there': { status: 'not_started', gone: true },
};
/** Of a second one it is the same as a widget that was not opened: nobody has shown anything. */
const AGAIN: Meaning<Review | undefined> = {
  ...nobodyKnows,
  'not-there': reviewOf(NOT_BEGUN),
};

/** The real party: Sumsub's server API. */
export function sumsubIdentity(settings: SumsubSettings, now: Now): IdentityProvider {
  const line = partyLine('identity', { now, isAbsence });
  function ask<T>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    read: Read<T>,
    body = '',
  ): Promise<PartyAnswer<T>> {
    const seconds = Math.floor(now() / 1000);
    const request = {
      method,
      headers: {
        'content-type': 'application/json',
        'x-app-token': settings.appToken,
        'x-app-access-ts': String(seconds),
        'x-app-access-sig': signRequest(settings.secretKey, seconds, method, path, body),
      },
      ...(body ? { body } : {}),
    };
    return line.ask(`${settings.baseUrl}${path}`, request, read);
  }

  const applicantOf = <T>(
    userId: string,
    read: (applicant: ExactJson | undefined) => T | undefined,
  ) =>
    ask('GET', `/resources/applicants/-;externalUserId=${encodeURIComponent(userId)}/one`, (text) =>
      read(parseExactJson(text)),
    );

  /** Sends what the customer said of themselves, once: the provider holds it against their documents (READ-09). */
  async function tellKnown({ id, email, first, last, born }: Applicant): Promise<unknown> {
    const fixedInfo = { firstName: first, lastName: last, ...(born && { dob: born }) };
    const known = await applicantOf(id, (applicant) => {
      const applicantId = textMember(applicant, 'id');
      const isTold = member(applicant, 'fixedInfo') !== undefined;
      return applicantId === undefined ? undefined : { applicantId, isTold };
    });
    switch (known.kind) {
      case 'told': {
        const { applicantId, isTold } = known.value;
        const path = `/resources/applicants/${encodeURIComponent(applicantId)}/fixedInfo`;
        return isTold || ask('PATCH', path, parseExactJson, JSON.stringify(fixedInfo));
      }
      case 'not-there': {
        const path = `/resources/applicants?levelName=${encodeURIComponent(settings.levelName)}`;
        const body = JSON.stringify({ externalUserId: id, email, fixedInfo });
        return ask('POST', path, parseExactJson, body);
      }
      // The next opening of the widget tells it.
      case 'silent':
      case 'refused':
      case 'unreadable':
      case 'not-yet':
      case 'not-allowed':
        return undefined;
    }
  }

  /** The customer's action of the given name; one that the widget has not begun is not begun. */
  async function actionOf(userId: string, name: string): Promise<PartyAnswer<Review>> {
    const applicantId = await applicantOf(userId, (applicant) => textMember(applicant, 'id'));
    if (applicantId.kind !== 'told') return applicantId;
    const path = `/resources/applicantActions/-;applicantId=${encodeURIComponent(applicantId.value)}?limit=${MOST_ACTIONS}&order=-createdAt`;
    return ask('GET', path, (text) => {
      const list = parseExactJson(text);
      // The documented format, or the former one within `list`.
      const items = member(list, 'items') ?? member(member(list, 'list'), 'items');
      return Array.isArray(items)
        ? reviewOf(items.find((one) => textMember(one, 'externalActionId') === name) ?? NOT_BEGUN)
        : undefined;
    });
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
      const read: Read<string> = (text) => textMember(parseExactJson(text), 'token');
      return meant(await ask('POST', '/resources/accessTokens/sdk', read, body), nobodyKnows);
    },
    review: async (userId, again) =>
      again === undefined
        ? meant(await applicantOf(userId, reviewOf), FIRST)
        : meant(await actionOf(userId, again), AGAIN),
    widgetReported: () => Promise.resolve(),
    customerOfNotice(body, header) {
      const genuine = [settings.webhookSecret, settings.oldWebhookSecret ?? ''].some(
        (secret) =>
          secret !== '' &&
          noticeIsGenuine(secret, body, header('x-payload-digest'), header('x-payload-digest-alg')),
      );
      return genuine ? readNotice(body, (notice) => textMember(notice, 'externalUserId')) : forged;
    },
  };
}
