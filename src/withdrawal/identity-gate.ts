import type { KycStatus } from '#core/contract/account/identity.ts';
import { KYC_UNANSWERED, rejectedText, underReviewText } from '#core/people/verification-texts.ts';
import type { SendingDeps, SendingState } from './sending.ts';

const GATE = { title: 'Verification Required', duration: 5_000 } as const;

/** Texts for customers whose identity check was rejected or is being reviewed. */
const gateTexts: Readonly<Partial<Record<KycStatus, string>>> = {
  rejected: rejectedText,
  submitted: underReviewText,
};

interface Gated extends Pick<SendingState<unknown>, 'phase' | 'error'> {
  /** The offer of an identity check is open. */
  verifying: boolean;
}

export interface GateDeps extends Pick<SendingDeps<never>, 'tell'> {
  /** Undefined if there was no answer. */
  kyc(): Promise<KycStatus | undefined>;
}

/** WD-06: whether the customer may go on to the review; if not, they are told why. */
export async function passesGate(state: Gated, deps: GateDeps): Promise<boolean> {
  state.phase = 'gate';
  state.error = undefined;
  const status = await deps.kyc();
  if (status === 'approved') return true;
  state.phase = 'form';
  const text = status && gateTexts[status];
  if (status === undefined) state.error = `${KYC_UNANSWERED} Nothing was sent.`;
  else if (text) deps.tell('error', text, GATE);
  else state.verifying = true;
  return false;
}
