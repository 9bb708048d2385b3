import { fetchText, type OutgoingRequest } from '#server/adapters/fetch-text.ts';

/** The custodian's HTTP service, which sends what customers withdraw and reports what they deposit. */
export interface CustodianSettings {
  readonly baseUrl: string;
  readonly token: string;
}

/** The text of an answer; undefined where there is none, as with any provider. */
export const askCustodian = (
  { baseUrl, token }: CustodianSettings,
  path: string,
  request: OutgoingRequest = {},
): Promise<string | undefined> =>
  fetchText(`${baseUrl}${path}`, {
    ...request,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
