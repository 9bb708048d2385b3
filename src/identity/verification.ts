import { proxy } from 'valtio/vanilla';
import type { KycStatus } from '#core/contract/identity.ts';
import { readWidgetMessage } from './widget-messages.ts';

export interface VerificationDeps {
  /** A token for the widget, or undefined. */
  token(): Promise<string | undefined>;
  /** Tells the server what the widget said; whether it took it. */
  report(status: KycStatus): Promise<boolean>;
  /** Asks for the status anew. */
  reload(): Promise<void>;
  status(): KycStatus | undefined;
  /** A toast of five seconds (000 §9). */
  complain(text: string): void;
  /** A final rejection: forgets the customer on this device and says so (D18). */
  reject(): Promise<void>;
  /** The provider does not know this session: forgets it and loads the page anew (KYC-04). */
  startOver(): Promise<void>;
}

export interface VerificationState {
  phase: 'idle' | 'starting' | 'open' | 'approved';
  token: string;
  /** The provider's page is there and speaks. */
  ready: boolean;
  /** What the reviewer asked for last. */
  comment: string | undefined;
}

const UPDATE_FAILED = 'Failed to update KYC status. Please try again.';
const TOKEN_FAILED = 'Failed to get verification token. Please try again.';
const START_FAILED = 'Failed to initialize verification. Please try again.';

/** One identity check from its start to what came of it; the widget does the checking. */
export function createVerification(deps: VerificationDeps) {
  const state = proxy<VerificationState>({
    phase: 'idle',
    token: '',
    ready: false,
    comment: undefined,
  });
  let begun = false;
  let decided = false;
  /** Reports go out one after the other: the last one said is the last one heard. */
  let reports: Promise<unknown> = Promise.resolve();

  const report = (status: KycStatus): Promise<boolean> => {
    const sent = reports.then(() => deps.report(status));
    reports = sent;
    return sent;
  };

  async function save(status: KycStatus): Promise<void> {
    if (!(await report(status))) deps.complain(UPDATE_FAILED);
  }

  async function start(): Promise<void> {
    if (state.phase !== 'idle') return;
    state.phase = 'starting';
    const token = await deps.token();
    state.ready = false;
    begun = false;
    decided = false;
    if (token === undefined) deps.complain(TOKEN_FAILED);
    state.token = token ?? '';
    state.phase = token === undefined ? 'idle' : 'open';
  }

  /** BEY-19: a token that ran out under way is replaced; the check goes on where it was. */
  async function renew(): Promise<string> {
    const token = await deps.token();
    if (token !== undefined) return token;
    deps.complain(TOKEN_FAILED);
    throw new Error('no new token');
  }

  /** Closing is no decision: what came of it is asked for (BEY-19). */
  async function close(): Promise<void> {
    if (state.phase === 'idle') return;
    state.phase = 'idle';
    await reports;
    await deps.reload();
  }

  function failed(): void {
    deps.complain(START_FAILED);
    void close();
  }

  async function rejected(): Promise<void> {
    decided = true;
    await save('rejected');
    state.phase = 'idle';
    await deps.reject();
  }

  function message(type: string, payload: unknown): void {
    if (state.phase !== 'open' || decided) return;
    const event = readWidgetMessage(type, payload);
    switch (event.kind) {
      case 'ready':
        state.ready = true;
        return;
      case 'started':
        state.ready = true;
        if (!begun && deps.status() === 'not_started') void report('incomplete');
        begun = true;
        return;
      case 'submitted':
        state.comment = undefined;
        void save('submitted');
        return;
      case 'approved':
        decided = true;
        state.phase = 'approved';
        void save('approved');
        return;
      case 'rejected':
        void rejected();
        return;
      case 'retry':
        state.comment = event.comment;
        void save('incomplete');
        return;
      case 'not-authorized':
        decided = true;
        void deps.startOver();
        return;
      case 'failed':
        // Once it runs, the widget tells of its errors itself and goes on.
        if (!state.ready) failed();
        return;
      case 'other':
        return;
    }
  }

  return { state, start, renew, close, failed, message };
}

export type Verification = ReturnType<typeof createVerification>;
