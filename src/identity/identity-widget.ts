import { FRAME_SANDBOX } from '#platform/page/frame-sandbox.ts';

/** The phone number sent for a customer without one, because the provider requires it (the specification's value). */
const FALLBACK_PHONE = '+00000000000';

/** The prefix of sandbox tokens; their widget is a page of our own server (D4). */
const SANDBOX_TOKEN = 'sandbox-';

interface Widget {
  readonly token: string;
  readonly email: string;
  readonly phone: string;
  /** Returns a new token to replace one that expired. */
  readonly renew: () => Promise<string>;
  readonly onMessage: (type: string, payload: unknown) => void;
}

const isDark = (): boolean =>
  getComputedStyle(document.documentElement).colorScheme.includes('dark');

/** Puts the identity provider's widget into a container; returns a function that removes it. */
export async function mountWidget(container: HTMLElement, widget: Widget): Promise<() => void> {
  const { default: sdk } = await import('@sumsub/websdk');
  const builder = sdk
    .init(widget.token, widget.renew)
    .withConf({
      lang: 'en',
      theme: isDark() ? 'dark' : 'light',
      email: widget.email,
      phone: widget.phone || FALLBACK_PHONE,
    })
    .withOptions({ addViewportTag: false, adaptIframeHeight: true })
    .onMessage(widget.onMessage);
  const sandbox = widget.token.startsWith(SANDBOX_TOKEN);
  const built = (sandbox ? builder.withBaseUrl(location.origin) : builder).build();
  // The sandbox attribute is set while the SDK's frame is outside the document and loads nothing: it
  // applies only to loads that begin later.
  const workshop = document.createElement('div');
  built.launch(workshop);
  const frame = workshop.querySelector('iframe');
  if (frame) {
    frame.title = 'Identity check';
    frame.setAttribute('sandbox', FRAME_SANDBOX);
    container.replaceChildren(frame);
  }
  return () => {
    built.destroy();
    container.replaceChildren();
  };
}
