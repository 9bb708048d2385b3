import type { ManifestOptions } from 'vite-plugin-pwa';
import { OWN_SCHEME } from '#core/networks/shared-payment.ts';
import { brand } from '../src/core/brand.ts';
import { type RoutePath, sharePath } from '../src/core/routes.ts';

/**
 * The schemes of payment links that browsers let a web app handle. They do not allow those of our other coins, whose
 * links are therefore written after a scheme of our own: `web+kopa:solana:…`.
 */
const linkSchemes = ['bitcoin', 'ethereum', OWN_SCHEME];

const icon = (file: string, size: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const shortcut = (name: string, url: RoutePath) => ({
  name,
  url,
  icons: [icon(`shortcut-${name.toLowerCase()}.png`, 192, 'any')],
});

const screenshot = (name: string, label: string, form: 'narrow' | 'wide', sizes: string) => ({
  src: `/screenshots/${name}-${form}.png`,
  sizes,
  type: 'image/png',
  form_factor: form,
  label,
});

/** The installed app's name, look and shortcuts (PWA-01). */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: 'A crypto wallet and exchange you can keep in your pocket, online or not.',
  lang: 'en',
  dir: 'ltr',
  scope: '/',
  start_url: '/wallet?source=installed',
  display: 'standalone',
  // On a computer the app's header also fills the title bar of its window.
  display_override: ['window-controls-overlay', 'standalone'],
  theme_color: '#f6f4ef',
  background_color: '#f6f4ef',
  categories: ['finance'],
  // Launching the app again must not navigate a window that is in the middle of a payment.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('maskable-192.png', 192, 'maskable'),
    icon('maskable-512.png', 512, 'maskable'),
    icon('monochrome-512.png', 512, 'monochrome'),
  ],
  screenshots: [
    screenshot('wallet', 'Your balances', 'narrow', '780x1688'),
    screenshot('swap', 'A swap at a fixed price', 'narrow', '780x1688'),
    screenshot('wallet', 'Your balances', 'wide', '1280x800'),
  ],
  // A payment that another app or page asks for opens a page that shows it; only the customer's consent sends it.
  protocol_handlers: linkSchemes.map((protocol) => ({ protocol, url: `${sharePath}?link=%s` })),
  share_target: {
    action: sharePath,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'picture', accept: ['image/*'] }],
    },
  },
  shortcuts: [
    shortcut('Wallet', '/wallet'),
    shortcut('Swap', '/swap'),
    shortcut('Withdraw', '/assets/send'),
    shortcut('Deposit', '/assets/receive'),
  ],
};
