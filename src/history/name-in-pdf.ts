import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { kyc, kycPropertyOf, loadKyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';

/** Letters that the typeface of every PDF has: then no list of typefaces is loaded. */
const USUAL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{Nd}\p{Zs}.,'’-]*$/u;

export const isUsual = (name: string): boolean => USUAL.test(name.normalize('NFC'));

interface NameInPdf {
  /** As the customer writes it; the address where there is no name. */
  readonly own: string;
  /** The customer's name as a PDF can show it; else as the identity check wrote it in Latin letters; else their address. */
  readonly name: string;
  /** Says which, if it is not the name itself; undefined while that is being looked up, too. */
  readonly note: string | undefined;
}

/** The name in a PDF that cannot show the customer's own, and what says so. */
export const insteadOf = (
  latin: string | undefined,
  email: string,
): { readonly name: string; readonly note: string } =>
  latin === undefined
    ? {
        name: email,
        note: `A PDF cannot show the letters of your name. It names you by your email address, ${email}.`,
      }
    : {
        name: latin,
        note: `A PDF cannot show the letters of your name. It names you ${latin}, as your identity check does.`,
      };

/** How a PDF names the customer (HARD-74): known, and said, before it is made. */
export function useNameInPdf(): NameInPdf {
  const { user } = useSnapshot(session);
  const known = useSnapshot(kyc);
  const own = user ? `${user.first_name} ${user.last_name}`.trim() || user.email : '';
  const usual = isUsual(own);
  const [lacking, setLacking] = useState<string>();
  useEffect(() => {
    if (usual) return;
    let left = false;
    const look = async (): Promise<void> => {
      const { canPrint } = await import('#files/pdf/pdf-can-print.ts');
      if (left || canPrint(own)) return;
      setLacking(own);
      await loadKyc();
    };
    // Without the lists, the PDF itself could not be made either.
    look().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [own, usual]);
  if (usual || lacking !== own) return { own, name: own, note: undefined };
  const latin = kycPropertyOf(known, 'latin_name');
  return { own, ...insteadOf(latin, user?.email ?? '') };
}
