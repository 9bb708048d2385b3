// The script of the status page: asks the service how it is, and says so in plain words.
const TEXTS = {
  yes: 'Works',
  busy: 'Very busy, may ask you to wait',
  no: 'Does not work right now',
  unknown: 'Not known',
};
const EVERY_MS = 15_000;
const PATIENCE_MS = 10_000;
const { name } = document.body.dataset;

const byId = (id) => document.getElementById(id);

/** What the service says, or undefined where it does not answer; another server's page is no answer. */
async function ask() {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch('/readyz', { cache: 'no-store', signal });
    const { works } = await answer.json();
    return typeof works === 'object' && works !== null ? works : undefined;
  } catch {
    return undefined;
  }
}

function sentenceFor(works) {
  if (navigator.onLine === false) return `This device has no connection, so we cannot ask ${name}.`;
  if (!works) return `${name} does not answer right now.`;
  const states = Object.values(works);
  if (states.includes('no')) return `Some of ${name} does not work right now.`;
  if (states.includes('busy')) {
    return `${name} is very busy. Signing in, balances and withdrawals come first; the rest may have to wait.`;
  }
  return `${name} works.`;
}

async function look() {
  const works = await ask();
  const sentence = sentenceFor(works);
  // Said again only if it is news.
  if (byId('says').textContent !== sentence) byId('says').textContent = sentence;
  for (const part of document.querySelectorAll('[data-part]')) {
    const said = works?.[part.dataset.part];
    const state = Object.hasOwn(TEXTS, said) ? said : 'unknown';
    part.dataset.state = state;
    part.textContent = TEXTS[state];
  }
  const time = new Date().toLocaleTimeString('en-US', { timeStyle: 'short' });
  byId('when').textContent = `Asked at ${time}. This page asks again by itself.`;
}

const lookIfSeen = () => {
  if (document.visibilityState === 'visible') void look();
};

void look();
setInterval(lookIfSeen, EVERY_MS);
for (const event of ['online', 'offline']) addEventListener(event, () => void look());
document.addEventListener('visibilitychange', lookIfSeen);
