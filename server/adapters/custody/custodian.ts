import { fetchText, type OutgoingRequest } from '#server/adapters/fetch-text.ts';

/** Settings of the custodian's HTTP service, which sends withdrawals and reports deposits. */
export interface CustodianSettings {
  readonly baseUrl: string;
  readonly token: string;
}

/** The text of the custodian's answer; undefined without one. */
export const askCustodian = (
  { baseUrl, token }: CustodianSettings,
  path: string,
  request: OutgoingRequest = {},
): Promise<string | undefined> =>
  fetchText(`${baseUrl}${path}`, {
    ...request,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
