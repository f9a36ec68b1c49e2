import type { Language } from '@vpisnik/contract/common';
import type { ParticipantStatus } from '@vpisnik/contract/participants';

/** The words of a mail that no template changes. Functions join parts that may be missing. */
type FixedTexts = {
  status: Record<ParticipantStatus, string>;
  status_label: string;
  open_application: string;
  /** Leads an applicant to their own page. */
  own_page: string;
  phone: string;
  email: string;
  why: Record<'applicant' | 'staff' | 'news', string>;
  unsubscribe: string;
  sent_by: string;
};

export const fixedTexts: Record<Language, FixedTexts> = {
  sl: {
    status: {
      pending: 'V obravnavi',
      approved: 'Odobrena',
      waitlisted: 'Čakalna vrsta',
      rejected: 'Zavrnjena',
      inactive: 'Neaktivna',
    },
    status_label: 'Stanje prijave',
    open_application: 'Odpri prijavo',
    own_page: 'Odpri stran prijave',
    phone: 'Telefon',
    email: 'E-pošta',
    why: {
      applicant:
        'Sporočilo ste prejeli, ker je ta naslov vpisan v prijavi. Če prijave niste oddali vi, nam to sporočite v odgovoru.',
      staff: 'Sporočilo ste prejeli, ker v Vpisniku skrbite za prijave v to skupino.',
      news: 'Novice ste prejeli, ker je ta naslov vpisan v prijavi.',
    },
    unsubscribe: 'Odjava od novic',
    sent_by: 'Pošilja',
  },
  en: {
    status: {
      pending: 'Pending',
      approved: 'Approved',
      waitlisted: 'Waiting list',
      rejected: 'Rejected',
      inactive: 'Inactive',
    },
    status_label: 'Application status',
    open_application: 'Open the application',
    own_page: 'Open your application page',
    phone: 'Phone',
    email: 'E-mail',
    why: {
      applicant:
        'You received this message because this address was given in an application. If it was not yours, please reply and tell us.',
      staff: 'You received this message because you look after applications to this group in Vpisnik.',
      news: 'You received this news because this address was given in an application.',
    },
    unsubscribe: 'Unsubscribe from news',
    sent_by: 'Sent by',
  },
};
