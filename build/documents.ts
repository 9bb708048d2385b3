import { type LegalFile, legalFiles, statementFile, styleSheet } from './legal.ts';
import { statusPage } from './status-page.ts';

/** The pages outside the app: the legal documents, the accessibility statement and the status page. */
export const documentFiles = async (): Promise<readonly LegalFile[]> => [
  ...(await legalFiles()),
  await statementFile(),
  { fileName: 'status/index.html', source: statusPage(await styleSheet()) },
];
