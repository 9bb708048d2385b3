import { TAX_NEEDED } from '#core/tax/tax-needed.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';

export const uncertifiedRefusal = (): Refused => refuse('TAX_RESIDENCE_REQUIRED', TAX_NEEDED);

export const unansweredRefusal = (asked: Date, timeZone: string): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    `We asked you on ${formatDayInZone(asked.getTime(), timeZone)} where you pay tax, and for your tax numbers. Until we have them, you can only sell, cash out and withdraw. State them under Profile, Verification: everything then works again at once.`,
  );
