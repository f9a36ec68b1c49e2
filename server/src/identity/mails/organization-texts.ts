import type { Language } from '@vpisnik/contract/rules/texts';
import type { AccountWords } from './account-words.ts';

type OrganizationMail =
  | 'organization_deleted'
  | 'organization_restored'
  | 'organization_account_changed'
  | 'message_stopped'
  | 'backup_failed';

/**
 * Mails to the owner of an organisation about what becomes of it, and where it is paid; and to who wrote or planned a
 * message that did not leave; and to the platform's administrators about the installation. `{date}` is the day on which
 * everything goes, `{subject}` of a backup why it failed.
 */
export const organizationMails: Record<Language, Record<OrganizationMail, AccountWords>> = {
  sl: {
    organization_deleted: {
      subject: 'Organizacija {organization} bo izbrisana',
      title: 'Organizacija bo izbrisana',
      paragraphs: [
        'organizacija {organization} je v Vpisniku deaktivirana in bo {date} izbrisana z vsemi podatki: skupinami, prijavami, plačili in uporabniškimi računi ekipe.',
        'Do takrat so njene javne strani zaprte, ekipa pa nima dostopa. Podatki so do tega dne shranjeni in jih je mogoče obnoviti.',
      ],
      notes: ['Če gre za pomoto, odgovorite na to sporočilo pred navedenim dnem.'],
    },
    organization_restored: {
      subject: 'Organizacija {organization} ostaja',
      title: 'Izbris je preklican',
      paragraphs: [
        'izbris organizacije {organization} je preklican. Vsi podatki so ohranjeni.',
        'Če je bila organizacija pred izbrisom aktivna, je spet dostopna ekipi in obiskovalcem.',
      ],
      action: 'Na stran za vstop',
      notes: ['Za vprašanja odgovorite na to sporočilo.'],
    },
    organization_account_changed: {
      subject: 'Nov IBAN za plačila: {organization}',
      title: 'Nov IBAN za plačila',
      paragraphs: [
        'organizacija {organization} v Vpisniku odslej prejema plačila na IBAN {account}. Spremembo je vnesla oseba {actor}.',
      ],
      action: 'Odpri nastavitve',
      notes: [
        'Če spremembe niste pričakovali, takoj preverite nastavitve: plačniki bi lahko nakazovali na tuj bančni račun.',
      ],
    },
    message_stopped: {
      subject: 'Načrtovano sporočilo ni odšlo: {subject}',
      title: 'Načrtovano sporočilo ni odšlo',
      paragraphs: [
        'sporočilo »{subject}« organizacije {organization} ob izbranem času ni odšlo. Prejel ga ni nihče.',
        'Razlog piše na strani sporočila. Od tam ga lahko kopirate v novo sporočilo in ga pošljete.',
      ],
      action: 'Odpri sporočilo',
      notes: ['Če do sporočila nimate več dostopa, se obrnite na skrbnika organizacije.'],
    },
    backup_failed: {
      subject: 'Varnostna kopija ni uspela',
      title: 'Varnostna kopija ni uspela',
      paragraphs: [
        'nočna varnostna kopija namestitve {home} ni uspela. Od te kopije ni ostalo nič; prejšnje kopije so nedotaknjene.',
        'Razlog: {subject}',
      ],
      notes: [
        'Odpravite vzrok in zaženite npm run backup ali počakajte na naslednjo noč. Vpisnik deluje naprej.',
      ],
    },
  },
  en: {
    organization_deleted: {
      subject: 'The organisation {organization} will be deleted',
      title: 'The organisation will be deleted',
      paragraphs: [
        'The organisation {organization} has been deactivated in Vpisnik and will be deleted on {date} with all its data: groups, applications, payments and the accounts of its team.',
        'Until then its public pages are closed and its team has no access. The data is kept until that day and can be restored.',
      ],
      notes: ['If this is a mistake, reply to this message before that day.'],
    },
    organization_restored: {
      subject: 'The organisation {organization} will not be deleted',
      title: 'The deletion has been cancelled',
      paragraphs: [
        'The deletion of the organisation {organization} has been cancelled. All its data is kept.',
        'If the organisation was active before, its team and visitors have access again.',
      ],
      action: 'Go to the sign-in page',
      notes: ['If you have questions, reply to this message.'],
    },
    organization_account_changed: {
      subject: 'New IBAN for payments: {organization}',
      title: 'New IBAN for payments',
      paragraphs: [
        'From now on, payments to {organization} in Vpisnik go to the IBAN {account}. The change was made by {actor}.',
      ],
      action: 'Open the settings',
      notes: [
        'If you did not expect this, check the settings immediately: payers might be sending money to someone else’s account.',
      ],
    },
    message_stopped: {
      subject: 'A scheduled message was not sent: {subject}',
      title: 'A scheduled message was not sent',
      paragraphs: [
        'The message “{subject}” of {organization} was not sent at the chosen time. Nobody has received it.',
        'The reason is given on the message’s page. You can copy it to a new message there and send it.',
      ],
      action: 'Open the message',
      notes: ['If you no longer have access to the message, ask an administrator of the organisation.'],
    },
    backup_failed: {
      subject: 'A backup has failed',
      title: 'A backup has failed',
      paragraphs: [
        'The nightly backup of the installation {home} has failed. Nothing from it was kept; earlier backups are untouched.',
        'The reason: {subject}',
      ],
      notes: ['Fix the cause and run npm run backup, or wait for the next night. Vpisnik keeps working.'],
    },
  },
};
