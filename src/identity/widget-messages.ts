/** The meaning of a message of the identity widget; `other` needs no reaction. */
export type WidgetEvent =
  | { readonly kind: 'ready' | 'started' | 'submitted' | 'approved' | 'rejected' | 'other' }
  /** The reviewer asks for better documents, which is no rejection. `comment` is a text for the customer. */
  | { readonly kind: 'retry'; readonly comment: string | undefined }
  | { readonly kind: 'not-authorized' | 'failed' };

const textOf = (from: unknown, name: string): string | undefined => {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, name)) return undefined;
  const value: unknown = Object(from)[name];
  return typeof value === 'string' ? value : undefined;
};

const memberOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? Object(from)[name]
    : undefined;

/** KYC-03: GREEN is an approval; RED is a rejection only if it is final. */
function reviewed(payload: unknown): WidgetEvent {
  const result = memberOf(payload, 'reviewResult');
  switch (textOf(result, 'reviewAnswer')) {
    case 'GREEN':
      return { kind: 'approved' };
    case 'RED':
      return textOf(result, 'reviewRejectType') === 'FINAL'
        ? { kind: 'rejected' }
        : { kind: 'retry', comment: textOf(result, 'moderationComment') };
    default:
      return { kind: 'other' };
  }
}

const notAuthorized = (payload: unknown): boolean =>
  ['error', 'reason', 'code'].some((name) =>
    /not[ -]?authori[sz]ed/i.test(textOf(payload, name) ?? ''),
  );

/** Reads one message of the widget: its type, and a payload whose shape nothing guarantees. */
export function readWidgetMessage(type: string, payload: unknown): WidgetEvent {
  switch (type) {
    case 'idCheck.onInitialized':
      return { kind: 'ready' };
    case 'idCheck.onApplicantLoaded':
    case 'idCheck.onStepInitiated':
      return { kind: 'started' };
    case 'idCheck.onApplicantSubmitted':
    case 'idCheck.onApplicantResubmitted':
      return { kind: 'submitted' };
    case 'idCheck.applicantStatus':
    case 'idCheck.onApplicantStatusChanged':
    case 'idCheck.onApplicantVerificationCompleted':
      return reviewed(payload);
    case 'idCheck.onError':
      return { kind: notAuthorized(payload) ? 'not-authorized' : 'failed' };
    default:
      return { kind: 'other' };
  }
}
