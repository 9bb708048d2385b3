interface ScriptPolicy {
  /** A trusted address; it passes for the text that it stands for. */
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/** The service worker, and what this build made of src/workers (the last is the development server). */
const OURS = /^\/(sw\.js$|assets\/on-demand\/[\w-]+\.js$|src\/workers\/)/;

function own(address: string): string {
  if (!OURS.test(address)) throw new TypeError('this address is no script of ours');
  return address;
}

let policy: ScriptPolicy | undefined;

/** The page's policy lets these addresses become a worker's script, and no others. */
export function trustedScript(address: string): string {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
  policy ??= trustedTypes?.createPolicy('kopa-worker', { createScriptURL: own });
  return policy ? policy.createScriptURL(address) : own(address);
}
