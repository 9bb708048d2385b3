import type { KycStatus } from '#core/contract/account/identity.ts';
import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import { syncKyc } from '#server/services/customers/identity/kyc.ts';
import { did, didNot, type Happening, ofCustomer, type SandboxEvent } from './told.ts';

/** The documents that a reviewer can ask for, in the words that customers read. */
export const documents = [
  'Please upload a photo of your passport.',
  'Please upload a proof of your address from the last three months.',
  'Please take a new photo of yourself in good light.',
] as const;

interface Decision {
  readonly status: KycStatus;
  readonly comment?: string;
  readonly sentence: string;
}

function decisionOf(decision: string, reason: string, document: string): Decision | string {
  switch (decision) {
    case 'approve':
      return { status: 'approved', sentence: 'approved' };
    case 'reject':
      return { status: 'rejected', sentence: 'rejected for good' };
    case 'wait':
      return { status: 'submitted', sentence: 'is looking at' };
    case 'again':
      return reason === ''
        ? 'Write the reason that the customer is to read.'
        : { status: 'incomplete', comment: reason, sentence: 'asked again about' };
    case 'documents':
      return { status: 'incomplete', comment: document, sentence: 'wants a document for' };
    default:
      return 'Choose what the reviewer does.';
  }
}

const review = ofCustomer(async (deps, field, { id, email }): Promise<Happening> => {
  const document = documents.find((one) => one === field('document')) ?? documents[0];
  const decision = decisionOf(field('decision'), field('reason').trim().slice(0, 500), document);
  if (typeof decision === 'string') return didNot(decision);
  const { sentence, ...said } = decision;
  await setSandboxReview(deps.db, id, said);
  const heard = await syncKyc(deps, id);
  const what = `The reviewer ${sentence} the identity check of ${email}`;
  return did(heard ? `${what}.` : `${what}, but the provider is down and cannot say so.`);
});

export const identityEvents: Readonly<Record<string, SandboxEvent>> = { review };
