import type { Language } from '@vpisnik/contract/texts';
import type { AccountMailKind } from './account-outbox.ts';

/** What the words may speak of; all but the links is other people's text. */
export type AccountMailFacts = {
  name: string;
  organization: string;
  /** The address that the mail is about. */
  address: string;
  link: string;
  /** The installation's own address. */
  home: string;
};

/** One mail in words. `{name}`, `{organization}` and `{address}` are filled in. */
export type AccountWords = {
  subject: string;
  title: string;
  paragraphs: string[];
  /** What the button says; without it there is none. */
  action?: string;
  /** Until when the link works, and what to do if one did not ask for it. */
  notes: string[];
};

type Texts = {
  greeting: string;
  greeting_without_name: string;
  why: string;
  sent_by: string;
  mails: Record<AccountMailKind, AccountWords>;
};

const slovenian: Texts = {
  greeting: 'Pozdravljeni, {name},',
  greeting_without_name: 'Pozdravljeni,',
  why: 'Sporočilo zadeva račun v Vpisniku, zato se od njega ni mogoče odjaviti.',
  sent_by: 'Pošilja',
  mails: {
    activation: {
      subject: 'Potrdite svoj e-poštni naslov',
      title: 'Potrdite svoj e-poštni naslov',
      paragraphs: [
        'prejeli smo registracijo organizacije {organization} s tem e-poštnim naslovom. Do začetka dela manjka samo še potrditev, da je naslov vaš.',
      ],
      action: 'Potrdi naslov',
      notes: [
        'Povezava velja 24 ur. Novo lahko naročite na strani za vstop.',
        'Če registracije niste oddali vi, sporočilo prezrite. Nepotrjena registracija se po sedmih dneh izbriše.',
      ],
    },
    account_exists: {
      subject: 'Račun v Vpisniku že imate',
      title: 'Račun že imate',
      paragraphs: [
        'nekdo, najverjetneje vi, je v Vpisniku vpisal ta e-poštni naslov. Račun s tem naslovom že obstaja, zato nov ni bil ustvarjen.',
        'Vstopite z dosedanjim geslom. Če se ga ne spomnite, na strani za vstop izberite »Ste pozabili geslo?«.',
      ],
      action: 'Na stran za vstop',
      notes: ['Če to niste bili vi, vam ni treba storiti ničesar: račun je ostal nespremenjen.'],
    },
    invitation: {
      subject: 'Vabilo v organizacijo {organization}',
      title: 'Vabilo v organizacijo {organization}',
      paragraphs: [
        'vabimo vas med sodelavce organizacije {organization} v Vpisniku, kjer se urejajo skupine in prijave.',
        'Vabilo sprejmete prek spodnje povezave.',
      ],
      action: 'Sprejmi vabilo',
      notes: [
        'Povezava velja 7 dni. Če poteče, prosite skrbnika organizacije za novo vabilo.',
        'Če vabila ne pričakujete, sporočilo prezrite.',
      ],
    },
    password_reset: {
      subject: 'Novo geslo za Vpisnik',
      title: 'Izberite novo geslo',
      paragraphs: ['prejeli smo prošnjo za novo geslo računa s tem e-poštnim naslovom.'],
      action: 'Nastavi novo geslo',
      notes: [
        'Povezava velja eno uro in deluje enkrat. Nova povezava razveljavi prejšnjo.',
        'Če prošnje niste poslali vi, sporočilo prezrite: geslo ostane, kakršno je.',
      ],
    },
    password_changed: {
      subject: 'Geslo za Vpisnik je spremenjeno',
      title: 'Geslo je spremenjeno',
      paragraphs: [
        'geslo vašega računa je bilo pravkar spremenjeno. Vse druge naprave so bile odjavljene.',
        'Če ste to storili vi, je vse v redu.',
      ],
      action: 'Na stran za vstop',
      notes: [
        'Če to niste bili vi, na strani za vstop takoj izberite »Ste pozabili geslo?« in nastavite novo geslo.',
      ],
    },
    device: {
      subject: 'Potrdite vstop v Vpisnik',
      title: 'Potrdite vstop s te naprave',
      paragraphs: [
        'za vaš račun je bilo vpisanih veliko napačnih gesel. Račun je zavarovan: z naprave, ki je še ne poznamo, se vstopi samo prek te povezave in z geslom.',
      ],
      action: 'Odpri stran za vstop',
      notes: [
        'Povezava velja eno uro. Odprite jo v brskalniku, v katerem želite vstopiti.',
        'Če niste poskušali vstopiti, sporočilo prezrite in povezave ne posredujte nikomur. Geslo je varno.',
      ],
    },
    email_change: {
      subject: 'Potrdite novi e-poštni naslov',
      title: 'Potrdite novi e-poštni naslov',
      paragraphs: [
        'prejeli smo prošnjo, da naslov {address} postane naslov za vstop v vaš račun v Vpisniku. Sprememba velja, ko jo potrdite.',
      ],
      action: 'Potrdi novi naslov',
      notes: ['Povezava velja 24 ur. Če prošnje niste poslali vi, sporočilo prezrite: nič se ne spremeni.'],
    },
    email_changed: {
      subject: 'E-poštni naslov računa je spremenjen',
      title: 'E-poštni naslov je spremenjen',
      paragraphs: [
        'e-poštni naslov vašega računa v Vpisniku je zdaj {address}. Na dosedanji naslov odslej ne pišemo več.',
      ],
      notes: [
        'Če tega niste storili vi, se takoj obrnite na skrbnika svoje organizacije ali odgovorite na to sporočilo.',
      ],
    },
    owner_change: {
      subject: 'Potrdite naslov organizacije {organization}',
      title: 'Potrdite naslov organizacije',
      paragraphs: [
        'naslov {address} je predlagan za glavni e-poštni naslov organizacije {organization}. Nanj bodo prihajala obvestila o prijavah in odgovori prijaviteljev. Sprememba velja, ko jo potrdite.',
      ],
      action: 'Potrdi naslov organizacije',
      notes: ['Povezava velja 7 dni. Če z organizacijo nimate nič, sporočilo prezrite: nič se ne spremeni.'],
    },
    owner_changed: {
      subject: 'Organizacija {organization} ima nov naslov',
      title: 'Organizacija ima nov e-poštni naslov',
      paragraphs: [
        'glavni e-poštni naslov organizacije {organization} je zdaj {address}. Obvestila o prijavah odslej prihajajo tja.',
      ],
      notes: ['Če je to pomota, se takoj obrnite na skrbnika organizacije ali odgovorite na to sporočilo.'],
    },
  },
};

const english: Texts = {
  greeting: 'Hello {name},',
  greeting_without_name: 'Hello,',
  why: 'This message is about an account in Vpisnik, so it cannot be unsubscribed from.',
  sent_by: 'Sent by',
  mails: {
    activation: {
      subject: 'Confirm your e-mail address',
      title: 'Confirm your e-mail address',
      paragraphs: [
        'we received a registration of the organisation {organization} with this e-mail address. All that is left is to confirm that the address is yours.',
      ],
      action: 'Confirm the address',
      notes: [
        'The link works for 24 hours. You can ask for a new one on the sign-in page.',
        'If you did not register, ignore this message. A registration that is not confirmed is deleted after seven days.',
      ],
    },
    account_exists: {
      subject: 'You already have an account in Vpisnik',
      title: 'You already have an account',
      paragraphs: [
        'somebody, most likely you, entered this e-mail address in Vpisnik. An account with this address exists already, so no new one was made.',
        'Sign in with your password. If you do not remember it, choose “Forgot your password?” on the sign-in page.',
      ],
      action: 'Go to the sign-in page',
      notes: ['If it was not you, there is nothing to do: the account has not changed.'],
    },
    invitation: {
      subject: 'Invitation to {organization}',
      title: 'Invitation to {organization}',
      paragraphs: [
        'you are invited to join the staff of {organization} in Vpisnik, where groups and applications are looked after.',
        'Accept it with the link below.',
      ],
      action: 'Accept the invitation',
      notes: [
        'The link works for 7 days. When it has expired, ask an administrator of the organisation for a new invitation.',
        'If you do not expect an invitation, ignore this message.',
      ],
    },
    password_reset: {
      subject: 'A new password for Vpisnik',
      title: 'Choose a new password',
      paragraphs: ['we were asked for a new password of the account with this e-mail address.'],
      action: 'Set a new password',
      notes: [
        'The link works once, within an hour. A newer link makes this one void.',
        'If it was not you who asked, ignore this message: the password stays as it is.',
      ],
    },
    password_changed: {
      subject: 'Your Vpisnik password has been changed',
      title: 'Your password has been changed',
      paragraphs: [
        'the password of your account has just been changed. All other devices have been signed out.',
        'If this was you, all is well.',
      ],
      action: 'Go to the sign-in page',
      notes: [
        'If it was not you, choose “Forgot your password?” on the sign-in page at once and set a new one.',
      ],
    },
    device: {
      subject: 'Confirm signing in to Vpisnik',
      title: 'Confirm signing in on this device',
      paragraphs: [
        'many wrong passwords were entered for your account. It is protected now: on a device we do not know yet, one signs in by this link and the password only.',
      ],
      action: 'Open the sign-in page',
      notes: [
        'The link works for an hour. Open it in the browser in which you want to sign in.',
        'If you did not try to sign in, ignore this message and pass the link on to nobody. Your password is safe.',
      ],
    },
    email_change: {
      subject: 'Confirm your new e-mail address',
      title: 'Confirm your new e-mail address',
      paragraphs: [
        'we were asked to make {address} the address with which you sign in to Vpisnik. The change counts once you confirm it.',
      ],
      action: 'Confirm the new address',
      notes: [
        'The link works for 24 hours. If it was not you who asked, ignore this message: nothing will change.',
      ],
    },
    email_changed: {
      subject: 'The e-mail address of your account has been changed',
      title: 'Your e-mail address has been changed',
      paragraphs: [
        'the e-mail address of your account in Vpisnik is {address} now. We will not write to the old one any more.',
      ],
      notes: [
        'If it was not you, contact an administrator of your organisation at once, or reply to this message.',
      ],
    },
    owner_change: {
      subject: 'Confirm the address of {organization}',
      title: "Confirm the organisation's address",
      paragraphs: [
        '{address} is to become the main e-mail address of {organization}. Notices about applications and replies from applicants will come to it. The change counts once you confirm it.',
      ],
      action: 'Confirm the address',
      notes: [
        'The link works for 7 days. If you have nothing to do with the organisation, ignore this message: nothing will change.',
      ],
    },
    owner_changed: {
      subject: '{organization} has a new address',
      title: 'The organisation has a new e-mail address',
      paragraphs: [
        'the main e-mail address of {organization} is {address} now. Notices about applications go there from now on.',
      ],
      notes: [
        'If this is a mistake, contact an administrator of the organisation at once, or reply to this message.',
      ],
    },
  },
};

/** The words of mail about accounts; nobody edits them. */
export const accountTexts: Record<Language, Texts> = { sl: slovenian, en: english };
