/** A text with amounts. While amounts are masked, it keeps its room, so that nothing moves. */
export const Unless = ({ masked, text }: { masked: boolean; text: string }) =>
  masked ? <span style={{ visibility: 'hidden' }}>{text.replace(/\d/g, '0')}</span> : text;

/** Shown instead of an amount that the customer hides (BEY-20). */
export function Mask({ of }: { of: string }) {
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="vh">{of} hidden</span>
    </>
  );
}
