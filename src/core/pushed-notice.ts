/**
 * What the server tells a browser by Web Push. Strangers may read it on a locked screen: no amounts and
 * no addresses.
 */
export interface PushedNotice {
  readonly id: string;
  readonly userId: string;
  readonly text: string;
  /** The path it is about. */
  readonly page: string;
  /** About security: it may be somebody else's doing. */
  readonly alarm: boolean;
}
