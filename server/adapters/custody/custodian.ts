import type { Now } from '#server/adapters/party/clock.ts';
import type { PartyAnswer, Read } from '#server/adapters/party/party-facts.ts';
import {
  type OutgoingRequest,
  type PartyLine,
  partyLine,
} from '#server/adapters/party/party-line.ts';

/** Settings of the custodian's HTTP service, which sends withdrawals and reports deposits. */
export interface CustodianSettings {
  readonly baseUrl: string;
  readonly token: string;
}

/** The custodian's line: withdrawals and deposits share it. */
export const custodianLine = (now: Now = Date.now): PartyLine => partyLine('custody', { now });

/** What the custodian answers, or the fact that stands for it. */
export const askCustodian = <T>(
  line: PartyLine,
  { baseUrl, token }: CustodianSettings,
  path: string,
  read: Read<T>,
  request: OutgoingRequest = {},
): Promise<PartyAnswer<T>> =>
  line.ask(
    `${baseUrl}${path}`,
    {
      ...request,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    },
    read,
  );
