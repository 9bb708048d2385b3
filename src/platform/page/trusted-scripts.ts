interface ScriptPolicy {
  /** Returns a trusted script URL, typed here as the string it stands for. */
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/**
 * The service worker, the built scripts of src/files/pdf, and their sources on the development
 * server.
 */
const OURS = /^\/(sw\.js$|assets\/on-demand\/[\w-]+\.js$|src\/workers\/)/;

function own(address: string): string {
  if (!OURS.test(address)) throw new TypeError('this address is no script of ours');
  return address;
}

let policy: ScriptPolicy | undefined;

/** Trusts an address as a worker's script; throws unless it is one of our own. */
export function trustedScript(address: string): string {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
  policy ??= trustedTypes?.createPolicy('kopa-worker', { createScriptURL: own });
  return policy ? policy.createScriptURL(address) : own(address);
}
