import { ofetch } from 'ofetch';

/**
 * Makes every call to our server. A call is sent once: whether to send it again is for the callers to decide.
 * The answer's body is text, in `_data`, whatever its status. There is no time limit but the caller's `signal`
 * (NET-03). Throws if there is no answer, or not all of it.
 */
export const http = ofetch.create({ retry: 0, responseType: 'text', ignoreResponseError: true });
