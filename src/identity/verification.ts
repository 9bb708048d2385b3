import { proxy } from 'valtio/vanilla';
import type { KycStatus } from '#core/contract/identity.ts';
import { readWidgetMessage } from './widget-messages.ts';

/** What the widget said. */
export interface Report {
  readonly status: KycStatus;
  /** What the reviewer asks for. */
  readonly comment?: string | undefined;
}

export interface VerificationDeps {
  /** What the widget is filled in with beforehand; empty where it is not known. */
  contact(): { readonly email: string; readonly phone: string };
  /** A token for the widget, or undefined. */
  token(): Promise<string | undefined>;
  /** Tells the server what the widget said; what the server knows then, or undefined. */
  report(said: Report): Promise<KycStatus | undefined>;
  /** Asks for the status anew. */
  reload(): Promise<void>;
  status(): KycStatus | undefined;
  /** A toast of five seconds (000 §9). */
  complain(text: string): void;
  /** A toast that is no complaint. */
  tell(text: string): void;
  /** Calls back after so many milliseconds, unless that was taken back. */
  after(ms: number, what: () => void): () => void;
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
  /** It has not spoken for longer than it should take. */
  silent: boolean;
  /** How often the provider's page was opened. */
  attempt: number;
}

const UPDATE_FAILED = 'Failed to update KYC status. Please try again.';
const TOKEN_FAILED = 'Failed to get verification token. Please try again.';
/** Said where the provider's answer has not reached our server yet. */
const NOT_SAVED_YET = 'Your documents were checked. The result will show here in a moment.';
/** How long a provider's page may take to speak. */
const SILENCE_MS = 15_000;
const START_FAILED = 'Failed to initialize verification. Please try again.';

/** One identity check from its start to what came of it; the widget does the checking. */
export function createVerification(deps: VerificationDeps) {
  const state = proxy<VerificationState>({
    phase: 'idle',
    token: '',
    ready: false,
    silent: false,
    attempt: 0,
  });
  let begun = false;
  let decided = false;
  /** Reports go out one after the other: the last one said is the last one heard. */
  let reports: Promise<unknown> = Promise.resolve();

  let stopWaiting = (): void => undefined;

  const report = (said: Report): Promise<KycStatus | undefined> => {
    const sent = reports.then(() => deps.report(said));
    reports = sent;
    return sent;
  };

  async function save(said: Report): Promise<KycStatus | undefined> {
    const known = await report(said);
    if (known === undefined) deps.complain(UPDATE_FAILED);
    return known;
  }

  function spoke(): void {
    stopWaiting();
    Object.assign(state, { ready: true, silent: false });
  }

  /** Shows the provider's page for a new token; false if there is none. */
  async function show(): Promise<boolean> {
    const token = await deps.token();
    if (token === undefined) {
      deps.complain(TOKEN_FAILED);
      return false;
    }
    begun = false;
    decided = false;
    Object.assign(state, { token, ready: false, silent: false, attempt: state.attempt + 1 });
    stopWaiting();
    stopWaiting = deps.after(SILENCE_MS, () => {
      state.silent = true;
    });
    return true;
  }

  async function start(): Promise<void> {
    if (state.phase !== 'idle') return;
    state.phase = 'starting';
    state.phase = (await show()) ? 'open' : 'idle';
  }

  /** Once more, where the provider's page did not speak. */
  async function retry(): Promise<void> {
    if (state.phase === 'open') await show();
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
    stopWaiting();
    state.phase = 'idle';
    await reports;
    await deps.reload();
  }

  function failed(): void {
    deps.complain(START_FAILED);
    void close();
  }

  /**
   * The end of a check is said once our server knows it: what its widget shows is the provider's word
   * alone (HARD-25).
   */
  async function ended(status: 'approved' | 'rejected'): Promise<void> {
    decided = true;
    const known = await save({ status });
    if (known !== status) {
      if (known !== undefined) deps.tell(NOT_SAVED_YET);
      return close();
    }
    if (status === 'approved') {
      if (state.phase === 'open') state.phase = 'approved';
      return;
    }
    state.phase = 'idle';
    await deps.reject();
  }

  function message(type: string, payload: unknown): void {
    if (state.phase !== 'open' || decided) return;
    const event = readWidgetMessage(type, payload);
    switch (event.kind) {
      case 'ready':
        spoke();
        return;
      case 'started':
        spoke();
        if (!begun && deps.status() === 'not_started') void report({ status: 'incomplete' });
        begun = true;
        return;
      case 'submitted':
        void save({ status: 'submitted' });
        return;
      case 'approved':
      case 'rejected':
        void ended(event.kind);
        return;
      case 'retry':
        void save({ status: 'incomplete', comment: event.comment });
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

  return { state, contact: deps.contact, start, retry, renew, close, failed, message };
}

export type Verification = ReturnType<typeof createVerification>;
