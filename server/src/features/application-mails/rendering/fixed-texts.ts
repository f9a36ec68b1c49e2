import type { Language } from '@vpisnik/contract/common';
import type { ParticipantStatus } from '@vpisnik/contract/participants';

/** Words about one place, two or more: Slovenian has a dual. */
type ByNumber = Record<'one' | 'two' | 'more', string>;

/** The words of a mail that no template changes. Functions join parts that may be missing. */
type FixedTexts = {
  status: Record<ParticipantStatus, string>;
  /** The status of an application that its applicant has withdrawn. */
  withdrawn: string;
  status_label: string;
  open_application: string;
  open_groups: string;
  /** Leads an applicant to their own page. */
  own_page: string;
  answer: {
    held: ByNumber;
    /** In front of the deadline. */
    by: string;
    until_then: ByNumber;
    button: string;
    /** What the page is for: one person, or siblings who are answered for together or each by themselves. */
    page: Record<'one' | 'together' | 'each', string>;
    personal: string;
  };
  /** By which price payments go on after a move. */
  price_after: Record<'kept' | 'taken', string>;
  phone: string;
  email: string;
  /** `code` and `moved` go to addresses that no application has yet, or has any more. */
  why: Record<'applicant' | 'code' | 'moved' | 'staff' | 'digest' | 'news', string>;
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
    withdrawn: 'Umaknjena',
    status_label: 'Stanje prijave',
    open_application: 'Odpri prijavo',
    open_groups: 'Odpri skupine',
    own_page: 'Odpri stran prijave',
    answer: {
      held: { one: 'Mesto čaka na vas', two: 'Mesti čakata na vas', more: 'Mesta čakajo na vas' },
      by: 'Odgovorite do',
      until_then: {
        one: 'Dotlej mesta ne dobi nihče drug. Brez odgovora ga ponudimo naslednji prijavi, vaša pa ostane v čakalni vrsti.',
        two: 'Dotlej mest ne dobi nihče drug. Brez odgovora ju ponudimo naslednjima prijavama, vaši pa ostaneta v čakalni vrsti.',
        more: 'Dotlej mest ne dobi nihče drug. Brez odgovora jih ponudimo naslednjim prijavam, vaše pa ostanejo v čakalni vrsti.',
      },
      button: 'Odgovorite na ponudbo',
      page: {
        one: 'Odpre se vaša stran, kjer mesto sprejmete ali zavrnete.',
        together: 'Odpre se vaša stran, kjer ponudbo sprejmete ali zavrnete v celoti.',
        each: 'Odpre se vaša stran, kjer mesto sprejmete ali zavrnete za vsako osebo posebej.',
      },
      personal: 'Gesla ne potrebujete. Povezava je samo za vas, ne pošiljajte je naprej.',
    },
    price_after: { kept: 'kot doslej, po ceni prejšnje skupine', taken: 'odslej po ceni nove skupine' },
    phone: 'Telefon',
    email: 'E-pošta',
    why: {
      applicant:
        'Sporočilo ste prejeli, ker je ta naslov vpisan v prijavi. Če prijave niste oddali vi, nam to sporočite v odgovoru.',
      code: 'Sporočilo ste prejeli, ker je bil ta naslov vpisan kot novi naslov za sporočila o prijavah.',
      moved: 'Sporočilo ste prejeli, ker je bil ta naslov doslej vpisan v prijavi.',
      digest:
        'Povzetek ste prejeli, ker v Vpisniku odločate o prijavah. Pošljemo ga največ enkrat na dan; izklopiti ga je mogoče v nastavitvah organizacije.',
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
    withdrawn: 'Withdrawn',
    status_label: 'Application status',
    open_application: 'Open the application',
    open_groups: 'Open the groups',
    own_page: 'Open your application page',
    answer: {
      held: {
        one: 'A place is held for you',
        two: 'Two places are held for you',
        more: 'Places are held for you',
      },
      by: 'Answer by',
      until_then: {
        one: 'Nobody else can take it until then. If you don’t answer, we offer it to the next application; yours stays on the waiting list.',
        two: 'Nobody else can take them until then. If you don’t answer, we offer them to the next applications; yours stay on the waiting list.',
        more: 'Nobody else can take them until then. If you don’t answer, we offer them to the next applications; yours stay on the waiting list.',
      },
      button: 'Answer the offer',
      page: {
        one: 'It opens your own page, where you accept or decline.',
        together: 'It opens your own page, where you accept or decline for all of them together.',
        each: 'It opens your own page, where you accept or decline for each person.',
      },
      personal: 'You don’t need a password. The link is for you alone: please don’t forward it.',
    },
    price_after: {
      kept: 'as before, at the price of the previous group',
      taken: 'from now on at the price of the new group',
    },
    phone: 'Phone',
    email: 'E-mail',
    why: {
      applicant:
        'You received this message because this address was given in an application. If it was not yours, please reply and tell us.',
      code: 'You received this message because this address was given as the new one for messages about applications.',
      moved: 'You received this message because this address was used in an application until now.',
      digest:
        'You received this summary because you decide on applications in Vpisnik. It is sent at most once a day and can be turned off in the organisation’s settings.',
      staff: 'You received this message because you look after applications to this group in Vpisnik.',
      news: 'You received this news because this address was given in an application.',
    },
    unsubscribe: 'Unsubscribe from news',
    sent_by: 'Sent by',
  },
};
