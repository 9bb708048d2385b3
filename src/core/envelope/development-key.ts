/** Development values of TRANSPORT_KEY and TRANSPORT_IV (hex). Not a secret: see the envelope. */
export const developmentKey = {
  key: '6b6f70612d646576656c6f706d656e742d7472616e73706f72742d6b65792d31',
  iv: '6b6f70612d6465762d69762d30303031',
} as const;
