import { proxy } from 'valtio/vanilla';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { readWidgetMessage } from './widget-messages.ts';

/** A report of the widget. */
export interface Report {
  readonly status: KycStatus;
  /** What the reviewer asks of the customer. */
  readonly comment?: string | undefined;
}

export interface VerificationDeps {
  /** The contact data that the widget is filled in with; empty if unknown. */
  contact(): { readonly email: string; readonly phone: string };
  /** A token for the widget, or undefined. */
  token(): Promise<string | undefined>;
  /** Reports the widget's message to the server; returns the server's status then, or undefined. */
  report(said: Report): Promise<KycStatus | undefined>;
  /** Reads the status again. */
  reload(): Promise<void>;
  status(): KycStatus | undefined;
  /** Shows an error for five seconds. */
  complain(text: string): void;
  /** Shows information for five seconds. */
  tell(text: string): void;
  /** Runs `what` after so many milliseconds; returns a function that cancels it. */
  after(ms: number, what: () => void): () => void;
  /** A final rejection: forgets the customer on this device and says so (D18). */
  reject(): Promise<void>;
  /** The provider does not know this session: forgets it and loads the page anew (KYC-04). */
  startOver(): Promise<void>;
}

export interface VerificationState {
  phase: 'idle' | 'starting' | 'open' | 'approved';
  token: string;
  /** The provider's page is loaded and has sent a message. */
  ready: boolean;
  /** The page has sent no message for longer than loading should take. */
  silent: boolean;
  /** How often the provider's page was opened. */
  attempt: number;
}

const UPDATE_FAILED = 'Failed to update KYC status. Please try again.';
const TOKEN_FAILED = 'Failed to get verification token. Please try again.';
/** Shown if the server does not have the provider's decision yet. */
const NOT_SAVED_YET = 'Your documents were checked. The result will show here in a moment.';
/** How long the provider's page may take to send its first message. */
const SILENCE_MS = 15_000;
const START_FAILED = 'Failed to initialize verification. Please try again.';

/** One identity check, from its start to its outcome; the provider's widget does the checking. */
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
  /** Reports are sent one after the other, so that they arrive in order. */
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
    // It was closed meanwhile.
    if (state.phase === 'idle') return false;
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
    const isShown = await show();
    if (state.phase === 'starting') state.phase = isShown ? 'open' : 'idle';
  }

  /** Opens the provider's page again, after it sent no message. */
  async function retry(): Promise<void> {
    if (state.phase === 'open') await show();
  }

  /** BEY-19: an expired token is replaced, and the check goes on where it was. */
  async function renew(): Promise<string> {
    const token = await deps.token();
    if (token !== undefined) return token;
    deps.complain(TOKEN_FAILED);
    throw new Error('no new token');
  }

  /** Closing the check decides nothing: the status is read from the server (BEY-19). */
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
   * The outcome is shown only once our server has it: the widget's message alone proves nothing (HARD-25).
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
