/**
 * The provider's side of the widget. It sends the messages of the real one, so that the page runs the same
 * code with both; its buttons choose the result.
 */
const session = `sandbox-${Date.now()}`;
const frame = new URLSearchParams(location.search).get('_');
const state = document.getElementById('state');
const who = document.getElementById('who');

const say = (text) => {
  state.textContent = text;
};

const send = (method, payload = {}) =>
  window.parent.postMessage(
    { method: `idCheck.${method}`, frameId: frame, sessionId: session, ...payload },
    location.origin,
  );

const review = (reviewStatus, reviewResult) =>
  send('onApplicantStatusChanged', { reviewStatus, ...(reviewResult && { reviewResult }) });

const submit = () => {
  send('onApplicantSubmitted');
  review('pending');
};

const acts = {
  approve() {
    submit();
    review('completed', { reviewAnswer: 'GREEN' });
    say('Approved.');
  },
  retry() {
    submit();
    const moderationComment = 'The photo is blurred. Take another one in good light.';
    review('completed', { reviewAnswer: 'RED', reviewRejectType: 'RETRY', moderationComment });
    say(moderationComment);
  },
  reject() {
    submit();
    review('completed', { reviewAnswer: 'RED', reviewRejectType: 'FINAL' });
    say('Rejected.');
  },
  wait() {
    submit();
    say('Your documents are being reviewed.');
  },
  expire() {
    say('The token ran out.');
    send('onError', { code: 'invalid-token', error: 'Token is expired' });
  },
  refuse() {
    say('Not authorized.');
    send('onError', { code: 'unauthorized', error: 'Not authorized' });
  },
};

addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin) return;
  if (data?.method === 'idCheck.init') {
    document.documentElement.dataset.theme = data.theme ?? 'light';
    who.textContent = `${data.email}, ${data.phone}`;
    say('Ready.');
    send('onInitialized');
    send('onApplicantLoaded', { applicantId: session });
    send('onResize', { height: document.documentElement.scrollHeight });
  }
  if (data?.method === 'idCheck.updateAccessToken') {
    say(data.error ?? 'The token was renewed. Go on.');
  }
});

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => acts[button.dataset.does]());
}

send('onReady');
