import type { Language } from '@vpisnik/contract/rules/texts';

type Words = {
  upn: string;
  epc: string;
  epc_alone: string;
  upn_alt: string;
  epc_alt: string;
  no_day: string;
};

/** What stands under the pictures of a mail about payments, and in place of them. */
export const mailWords: Record<Language, Words> = {
  sl: {
    upn: 'Poslikajte v mobilni banki v Sloveniji (UPN QR)',
    epc: 'Poslikajte v mobilni banki v tujini (EPC QR)',
    epc_alone: 'Poslikajte v mobilni banki (EPC QR)',
    upn_alt: 'Koda UPN QR z zgornjimi podatki za plačilo',
    epc_alt: 'Koda EPC QR z zgornjimi podatki za plačilo',
    no_day: 'po dogovoru',
  },
  en: {
    upn: 'Scan in a banking app in Slovenia (UPN QR)',
    epc: 'Scan in a banking app elsewhere (EPC QR)',
    epc_alone: 'Scan in your banking app (EPC QR)',
    upn_alt: 'UPN QR code with the payment details above',
    epc_alt: 'EPC QR code with the payment details above',
    no_day: 'as agreed',
  },
};
