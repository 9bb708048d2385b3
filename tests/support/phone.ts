import type { Page } from '@playwright/test';

/**
 * Lets the browser suggest passkeys in a form's field, as one with a screen does: the suggestion waits until it is
 * stopped, and as long as it waits, every other request for a passkey is refused as a second one.
 */
export async function suggestsPasskeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let waits = false;
    const container = CredentialsContainer.prototype;
    const { get, create } = container;
    const second = (): Promise<never> =>
      Promise.reject(new DOMException('A request is already pending.', 'OperationError'));
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true);
    container.create = function (options) {
      return waits ? second() : create.call(this, options);
    };
    container.get = function (options) {
      if (waits) return second();
      if (options?.mediation !== 'conditional') return get.call(this, options);
      waits = true;
      document.documentElement.setAttribute('data-suggests', '');
      return new Promise((_, reject) => {
        options.signal?.addEventListener('abort', () => {
          waits = false;
          reject(new DOMException('The request was stopped.', 'AbortError'));
        });
      });
    };
  });
}

/** Chromium's simulation of a phone with passkeys, on which every touch is recognised as its owner's. */
export async function phone(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const add = async (): Promise<string> => {
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        hasPrf: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return authenticatorId;
  };
  let authenticatorId = await add();
  const kept = async () =>
    (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    passkeys: async () => (await kept()).length,
    /** Somebody else touches the phone, which does not recognise them. */
    lost: () =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    /** Its owner has it again. The simulation locks itself at a stranger's touch, so it is another with the same passkeys. */
    found: async (): Promise<void> => {
      const passkeys = await kept();
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      authenticatorId = await add();
      for (const credential of passkeys) {
        await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
      }
    },
  };
}
