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
    upn: 'Koda za mobilne banke v Sloveniji (UPN QR)',
    epc: 'Koda za tuje banke (EPC QR)',
    epc_alone: 'Koda za mobilne banke (EPC QR)',
    upn_alt: 'Koda UPN QR z zgornjimi podatki za plačilo',
    epc_alt: 'Koda EPC QR z zgornjimi podatki za plačilo',
    no_day: 'po dogovoru',
  },
  en: {
    upn: 'Code for banking apps in Slovenia (UPN QR)',
    epc: 'Code for banks elsewhere (EPC QR)',
    epc_alone: 'Code for banking apps (EPC QR)',
    upn_alt: 'UPN QR code with the payment details above',
    epc_alt: 'EPC QR code with the payment details above',
    no_day: 'as agreed',
  },
};
