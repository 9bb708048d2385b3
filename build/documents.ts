import { type LegalFile, legalFiles, styleSheet } from './legal.ts';
import { statusPage } from './status-page.ts';

/** The pages outside the app: the legal documents and the status page. */
export const documentFiles = async (): Promise<readonly LegalFile[]> => [
  ...(await legalFiles()),
  { fileName: 'status/index.html', source: statusPage(await styleSheet()) },
];
