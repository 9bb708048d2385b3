import { precached } from './precache.ts';
import { previousAsset } from './previous-assets.ts';

/** This build's file, else the previous build's, else the network: a missing one is a plain 404. */
export const answerAsset = async (request: Request, build: string): Promise<Response> =>
  (await precached(request.url)) ?? (await previousAsset(request, build)) ?? fetch(request);
