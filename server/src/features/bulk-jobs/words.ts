import type { BulkReason, BulkRowState, BulkWarning } from '@vpisnik/contract/bulk-jobs';
import type { Language } from '@vpisnik/contract/common';

type Words = {
  columns: [name: string, group: string, state: string, reason: string];
  /** Columns that work on payments has beside them. */
  payment: [purpose: string, amount: string];
  states: Record<BulkRowState, string>;
  reasons: Record<BulkReason, string>;
  warnings: Record<BulkWarning, string>;
  gone: string;
};

/** The words of the exported report; the screens have their own. */
export const reportWords: Record<Language, Words> = {
  sl: {
    columns: ['Udeleženec', 'Skupina', 'Izid', 'Opomba'],
    payment: ['Namen', 'Znesek'],
    states: { waiting: 'ni obdelano', done: 'spremenjeno', skipped: 'preskočeno', undone: 'razveljavljeno' },
    reasons: {
      not_found: 'ni več na voljo ali nimate dostopa',
      gone: 'med obdelavo izbrisano ali premaknjeno iz vaših skupin',
      same_status: 'že ima to stanje',
      move_not_allowed: 'iz tega stanja sprememba ni mogoča',
      group_full: 'skupina je polna',
      already_applied: 'oseba je v tej skupini že prijavljena',
      same_group: 'je že v tej skupini',
      in_use: 'ima zaključena ali vrnjena plačila',
      same_note: 'zapisek je že dodan',
      note_too_long: 'zapisek bi bil predolg',
      same_purpose: 'plačilo s tem namenom že ima',
      no_price: 'skupina nima cene v načrtu plačil',
      waitlisted: 'v čakalni vrsti',
      rejected: 'zavrnjena prijava',
      inactive: 'neaktivna prijava',
      payment_paid: 'plačilo je že plačano',
      payment_cancelled: 'plačilo je preklicano',
      payment_refunded: 'plačilo je vrnjeno',
      nothing_open: 'ni odprtih plačil',
      no_email: 'ni e-naslova',
      address_bounced: 'ta e-naslov zavrača pošto',
      reminders_off: 'skupina ne pošilja opomnikov',
      reminded_recently: 'opomnik je bil poslan pred manj kot 7 dnevi',
      changed_since: 'medtem spremenjeno',
      payment_changed: 'plačilo je medtem spremenjeno ali izbrisano',
      mail_sent: 'sporočilo je že odšlo',
      declined_news: 'novice so odjavljene',
    },
    warnings: {
      missing_answers: 'manjkajo odgovori',
      language: 'skupina nima besedil v jeziku udeleženca',
      waitlisted: 'v čakalni vrsti, ker je skupina polna',
      kept_price: 'po ceni prejšnje skupine',
      offer_ends: 'ponudba mesta je prenehala',
    },
    gone: 'izbrisano',
  },
  en: {
    columns: ['Participant', 'Group', 'Result', 'Note'],
    payment: ['Purpose', 'Amount'],
    states: { waiting: 'not done', done: 'changed', skipped: 'skipped', undone: 'undone' },
    reasons: {
      not_found: 'no longer exists, or you have no access',
      gone: 'has been deleted, or moved out of your groups',
      same_status: 'already has this status',
      move_not_allowed: 'this change is not possible from the current status',
      group_full: 'the group is full',
      already_applied: 'the person has already applied to this group',
      same_group: 'is already in this group',
      in_use: 'has completed or refunded payments',
      same_note: 'already has this note',
      note_too_long: 'the note would be too long',
      same_purpose: 'already has a payment for this purpose',
      no_price: 'the group has no price in a fee plan',
      waitlisted: 'on the waiting list',
      rejected: 'rejected application',
      inactive: 'inactive application',
      payment_paid: 'the payment is already paid',
      payment_cancelled: 'the payment is cancelled',
      payment_refunded: 'the payment was refunded',
      nothing_open: 'has no open payments',
      no_email: 'has no e-mail address',
      address_bounced: 'e-mails do not reach this address',
      reminders_off: 'reminders are turned off in the group',
      reminded_recently: 'reminded less than 7 days ago',
      changed_since: 'has been changed',
      payment_changed: 'the payment has been changed or deleted',
      mail_sent: 'the message has already been sent',
      declined_news: 'unsubscribed from news',
    },
    warnings: {
      missing_answers: 'answers are missing',
      language: 'the group has no texts in the participant’s language',
      waitlisted: 'on the waiting list, as the group is full',
      kept_price: 'at the price of the previous group',
      offer_ends: 'the offer of a place has ended',
    },
    gone: 'deleted',
  },
};
