/** What stands for an amount the customer chose not to show (BEY-20). */
export function Mask({ of }: { of: string }) {
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="vh">{of} hidden</span>
    </>
  );
}
