/** What says amounts; where they are hidden they keep their room, and nothing moves for it. */
export const Unless = ({ masked, text }: { masked: boolean; text: string }) =>
  masked ? <span style={{ visibility: 'hidden' }}>{text.replace(/\d/g, '0')}</span> : text;

/** What stands for an amount the customer chose not to show (BEY-20). */
export function Mask({ of }: { of: string }) {
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="vh">{of} hidden</span>
    </>
  );
}
