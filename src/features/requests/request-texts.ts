import type { CustomerRequest } from '#core/contract/account/request.ts';
import type { RequestState } from '#core/people/request-rules.ts';

/** The text of a state, and its colour. */
export function stateText(state: RequestState): { readonly tone: string; readonly text: string } {
  switch (state) {
    case 'open':
      return { tone: '', text: 'Open' };
    case 'explaining':
      return { tone: '', text: 'No error found' };
    case 'answered':
      return { tone: 'pill--ok', text: 'Answered' };
    case 'rejected':
      return { tone: 'pill--bad', text: 'Not accepted' };
  }
}

/** When the request will be answered, or was. `timeOf` formats an instant in milliseconds. */
export function whenText(
  { state, due_at, answered_at, later }: CustomerRequest,
  timeOf: (at: number) => string,
): string {
  const due = timeOf(Date.parse(due_at));
  switch (state) {
    case 'open':
      return later ? `It takes longer. We answer by ${due}.` : `We answer by ${due}.`;
    case 'explaining':
      return `You get a written explanation by ${due}.`;
    case 'answered':
    case 'rejected':
      return `Answered on ${timeOf(Date.parse(answered_at ?? due_at))}.`;
  }
}
