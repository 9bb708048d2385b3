// The only script of a legal page: it registers the service worker, and does nothing else.
if ('serviceWorker' in navigator) {
  const rules = { createScriptURL: () => '/sw.js' };
  const policy = window.trustedTypes?.createPolicy('kopa-worker', rules) ?? rules;
  navigator.serviceWorker.register(policy.createScriptURL('')).catch(() => undefined);
}
