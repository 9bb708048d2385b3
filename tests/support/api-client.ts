import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { login, type User } from '#core/contract/account/session.ts';
import {
  type AnswerOf,
  type AnyEndpoint,
  API_BASE,
  DEVICE_HEADER,
  type RequestOf,
} from '#core/contract/endpoint.ts';
import { type Refusal, refusal } from '#core/contract/refusal.ts';
import {
  decideCase,
  eraseArchive,
  exportEvidence,
  exportRegister,
  extendArchive,
  openRegister,
  readArchive,
  startConversation,
} from '#core/contract/staff/desk.ts';
import type { DeskAct } from '#core/contract/staff/desk-act.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, open, seal, transportKey } from '#core/envelope/envelope.ts';
import { Sandbox } from './sandbox.ts';

export const transport = transportKey(
  process.env.TRANSPORT_KEY || developmentKey.key,
  process.env.TRANSPORT_IV || developmentKey.iv,
);

export interface Credential {
  readonly token: string;
  readonly refreshToken: string;
}

export type Reply<T> =
  | { readonly ok: true; readonly status: number; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly refusal: Refusal };

export interface CallOptions {
  readonly credential?: Credential;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const newKey = (): string => randomBytes(16).toString('hex');

const sealedBody = v.object({ res: v.string() });

export function headersOf(device: string, options: CallOptions): Record<string, string> {
  const xsrf = newKey();
  return {
    'content-type': 'application/json',
    cookie: `XSRF-TOKEN=${xsrf}`,
    'x-xsrf-token': xsrf,
    [DEVICE_HEADER]: device,
    ...(options.credential && {
      authorization: `Bearer ${options.credential.token}.${options.credential.refreshToken}`,
    }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    ...options.headers,
  };
}

/** How officers of tests confirm what they do at the desk (READ-08), by their refresh token: `person` enters them. */
export const deskProofs = new Map<string, (act: DeskAct) => Promise<string>>();

/** What an officer does with a call, if it needs a proof of their second factor. */
function actOf(endpoint: AnyEndpoint, request: object): DeskAct | undefined {
  switch (endpoint.path) {
    case decideCase.path:
      return { act: 'decide', ...v.parse(decideCase.request, request) };
    case eraseArchive.path:
      return { act: 'erase', ...v.parse(eraseArchive.request, request) };
    case extendArchive.path:
      return { act: 'extend', ...v.parse(extendArchive.request, request) };
    case exportEvidence.path:
      return { act: 'evidence', ...v.parse(exportEvidence.request, request) };
    case readArchive.path:
      return { act: 'read', about: v.parse(readArchive.request, request).about };
    case startConversation.path:
      return { act: 'speak', ...v.parse(startConversation.request, request) };
    case openRegister.path:
      return { act: 'register', ...v.parse(openRegister.request, request) };
    default:
      return undefined;
  }
}

/** A client of the API without a browser: it uses real HTTP, the real envelope and the contract's types. */
export class ApiClient {
  readonly base: string;
  /** The random number by which the server recognises a device. */
  readonly device = newKey();

  constructor(base: string) {
    this.base = base.replace(/\/$/, '');
  }

  async call<E extends AnyEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<Reply<AnswerOf<E>>> {
    const sent = await this.#proved(endpoint, request as object, options);
    const response = await fetch(`${this.base}${API_BASE}${endpoint.path}`, {
      method: 'POST',
      headers: headersOf(this.device, options),
      body: JSON.stringify({ req: seal(transport, sent, nonceOf(randomBytes(16))) }),
    });
    const body = open(transport, v.parse(sealedBody, await response.json()).res);
    if (response.ok) {
      const value = v.parse(endpoint.answer, body) as AnswerOf<E>;
      return { ok: true, status: response.status, value };
    }
    return { ok: false, status: response.status, refusal: v.parse(refusal, body) };
  }

  /** The same request with an officer's proof, unless it says one itself; a register is opened before it is read. */
  async #proved(endpoint: AnyEndpoint, request: object, options: CallOptions): Promise<object> {
    const prove = deskProofs.get(options.credential?.refreshToken ?? '');
    if (!prove || 'otp' in request) return request;
    const after = 'after' in request ? request.after : '';
    if (endpoint.path === exportRegister.path && after === '') {
      await this.call(openRegister, v.parse(exportRegister.request, request), options);
    }
    const isRead = v.safeParse(endpoint.request, request).success;
    const act = isRead ? actOf(endpoint, request) : undefined;
    return act ? { ...request, otp: await prove(act) } : request;
  }

  /** Like `call`, but throws if the call is refused. For steps without which the test proves nothing. */
  async must<E extends AnyEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<AnswerOf<E>> {
    const reply = await this.call(endpoint, request, options);
    if (reply.ok) return reply.value;
    throw new Error(`${endpoint.path}: ${reply.status} ${JSON.stringify(reply.refusal)}`);
  }

  /** Signs in. If a code is mailed because the account does not know the device (KEEP-15), signs in with that code. */
  async logIn(request: RequestOf<typeof login>): Promise<AnswerOf<typeof login>> {
    const reply = await this.call(login, request);
    if (reply.ok) return reply.value;
    const { refusal } = reply;
    if (!refusal.mailed) throw new Error(`${login.path}: ${JSON.stringify(refusal)}`);
    return this.must(login, { ...request, otp: await new Sandbox(this.base).code(request.email) });
  }

  /** Signs in from a new device, or from `device`: the random number of one that the account knows. */
  async signIn(
    email: string,
    password: string,
    device?: string,
  ): Promise<Credential & { readonly user: User }> {
    const on = device === undefined ? {} : { device_id: device };
    const { user, token, refreshToken } = await this.logIn({ email, password, ...on });
    return { user, token, refreshToken };
  }
}
