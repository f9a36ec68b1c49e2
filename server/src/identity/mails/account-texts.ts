import type { Language } from '@vpisnik/contract/rules/texts';
import type { AccountMailKind } from './account-outbox.ts';
import type { AccountWords } from './account-words.ts';
import { organizationMails } from './organization-texts.ts';

type Texts = {
  greeting: string;
  greeting_without_name: string;
  why: string;
  sent_by: string;
  mails: Record<AccountMailKind, AccountWords>;
};

/** Advice for a change of factors that the recipient did not make. */
const notYours = {
  sl: 'Če to niste bili vi, nekdo pozna vaše geslo: takoj ga spremenite in se obrnite na skrbnika svoje organizacije.',
  en: 'If this was not you, someone knows your password: change it immediately and contact the administrator of your organisation.',
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
      subject: 'Povabilo v organizacijo {organization}',
      title: 'Povabilo v organizacijo {organization}',
      paragraphs: [
        'vabimo vas v ekipo organizacije {organization} v Vpisniku, kjer se urejajo skupine in prijave.',
        'Povabilo sprejmete prek spodnje povezave.',
      ],
      action: 'Sprejmi povabilo',
      notes: [
        'Povezava velja 7 dni. Če poteče, prosite skrbnika organizacije za novo povabilo.',
        'Če povabila ne pričakujete, sporočilo prezrite.',
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
        'e-poštni naslov vašega računa v Vpisniku je zdaj {address}. Na dosedanji naslov ne pišemo več.',
      ],
      notes: [
        'Če tega niste storili vi, se takoj obrnite na skrbnika svoje organizacije ali odgovorite na to sporočilo.',
      ],
    },
    owner_change: {
      subject: 'Potrdite naslov lastnika organizacije {organization}',
      title: 'Potrdite naslov lastnika',
      paragraphs: [
        'naslov {address} je predlagan za naslov lastnika organizacije {organization}. Nanj bodo prihajala obvestila o prijavah in odgovori prijaviteljev. Sprememba velja, ko jo potrdite.',
      ],
      action: 'Potrdi naslov lastnika',
      notes: [
        'Povezava velja 7 dni. Če z organizacijo niste povezani, sporočilo prezrite: nič se ne spremeni.',
      ],
    },
    ...organizationMails.sl,
    owner_changed: {
      subject: 'Organizacija {organization} ima nov naslov lastnika',
      title: 'Organizacija ima nov naslov lastnika',
      paragraphs: [
        'naslov lastnika organizacije {organization} je zdaj {address}. Obvestila o prijavah odslej prihajajo nanj.',
      ],
      notes: ['Če je to pomota, se takoj obrnite na skrbnika organizacije ali odgovorite na to sporočilo.'],
    },
    app_added: {
      subject: 'Dvostopenjsko preverjanje: dodana aplikacija za preverjanje',
      title: 'Dodana je aplikacija za preverjanje',
      paragraphs: [
        'vašemu računu v Vpisniku je bila pravkar dodana aplikacija za preverjanje. Ob vstopu bo poleg gesla potrebna njena koda.',
        'Če ste to storili vi, je vse v redu.',
      ],
      action: 'Preglej varnost računa',
      notes: [notYours.sl],
    },
    app_removed: {
      subject: 'Dvostopenjsko preverjanje: odstranjena aplikacija za preverjanje',
      title: 'Aplikacija za preverjanje je odstranjena',
      paragraphs: [
        'z vašega računa v Vpisniku je bila pravkar odstranjena aplikacija za preverjanje. Njene kode ne veljajo več.',
        'Če ste to storili vi, je vse v redu.',
      ],
      action: 'Preglej varnost računa',
      notes: [notYours.sl],
    },
    passkey_added: {
      subject: 'Dvostopenjsko preverjanje: dodan ključ za dostop',
      title: 'Dodan je ključ za dostop',
      paragraphs: [
        'vašemu računu v Vpisniku je bil pravkar dodan ključ za dostop »{passkey}«. Ob vstopu ga lahko uporabite po geslu.',
        'Če ste to storili vi, je vse v redu.',
      ],
      action: 'Preglej varnost računa',
      notes: [notYours.sl],
    },
    passkey_removed: {
      subject: 'Dvostopenjsko preverjanje: odstranjen ključ za dostop',
      title: 'Ključ za dostop je odstranjen',
      paragraphs: [
        'z vašega računa v Vpisniku je bil pravkar odstranjen ključ za dostop »{passkey}«. Za vstop ne velja več.',
        'Če ste to storili vi, je vse v redu.',
      ],
      action: 'Preglej varnost računa',
      notes: [notYours.sl],
    },
    passkey_refused: {
      subject: 'Zavrnjen ključ za dostop',
      title: 'Ključ za dostop je bil zavrnjen',
      paragraphs: [
        'pri vstopu v vaš račun je bil po pravilnem geslu uporabljen ključ za dostop »{passkey}«, ki je videti kot kopija, zato je bil zavrnjen.',
        'Če ste vstopali vi, uporabite drug način, nato ta ključ odstranite in dodajte novega.',
      ],
      action: 'Preglej varnost računa',
      notes: [notYours.sl],
    },
    second_factor_reset: {
      subject: 'Dvostopenjsko preverjanje je ponastavljeno',
      title: 'Dvostopenjsko preverjanje je ponastavljeno',
      paragraphs: [
        'skrbnik je ponastavil dvostopenjsko preverjanje vašega računa v Vpisniku. Aplikacija, ključi za dostop in rezervne kode ne veljajo več, vse naprave pa so odjavljene.',
        'Vstopite z geslom. Če vaša vloga zahteva dvostopenjsko preverjanje, ga boste ob vstopu nastavili na novo.',
      ],
      action: 'Na stran za vstop',
      notes: ['Če za ponastavitev niste prosili, se takoj obrnite na skrbnika svoje organizacije.'],
    },
    recovery_code_used: {
      subject: 'Uporabljena je rezervna koda',
      title: 'Uporabljena je rezervna koda',
      paragraphs: [
        'pri vstopu v vaš račun v Vpisniku je bila pravkar uporabljena rezervna koda. Vsaka velja enkrat; na strani Varnost vidite, koliko jih je še, in ustvarite nove.',
        'Če ste to storili vi, je vse v redu.',
      ],
      action: 'Preglej varnost računa',
      notes: [notYours.sl],
    },
    recovery_codes_renewed: {
      subject: 'Nove rezervne kode',
      title: 'Ustvarjene so nove rezervne kode',
      paragraphs: [
        'za vaš račun v Vpisniku so bile pravkar ustvarjene nove rezervne kode. Prejšnje ne veljajo več.',
        'Če ste to storili vi, je vse v redu.',
      ],
      action: 'Preglej varnost računa',
      notes: [notYours.sl],
    },
    codes_guessed: {
      subject: 'Nekdo morda pozna vaše geslo',
      title: 'Preveč napačnih kod ob vstopu',
      paragraphs: [
        'pri vstopu v vaš račun v Vpisniku je bilo po pravilnem geslu vpisanih veliko napačnih kod. Vstop brez prave kode ni mogoč.',
        'Če to niste bili vi, nekdo pozna vaše geslo: nastavite novo.',
      ],
      action: 'Nastavi novo geslo',
      notes: ['Če ste se le zatipkali, počakajte in poskusite znova.'],
    },
  },
};

const english: Texts = {
  greeting: 'Hello {name},',
  greeting_without_name: 'Hello,',
  why: 'This message is about an account in Vpisnik, so you cannot unsubscribe from it.',
  sent_by: 'Sent by',
  mails: {
    activation: {
      subject: 'Confirm your e-mail address',
      title: 'Confirm your e-mail address',
      paragraphs: [
        'We received a registration for the organisation {organization} with this e-mail address. All that is left is to confirm that the address is yours.',
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
        'Someone, most likely you, entered this e-mail address in Vpisnik. An account with this address already exists, so no new one was created.',
        'Sign in with your password. If you do not remember it, choose “Forgot your password?” on the sign-in page.',
      ],
      action: 'Go to the sign-in page',
      notes: ['If it was not you, you don’t need to do anything: the account has not changed.'],
    },
    invitation: {
      subject: 'Invitation to {organization}',
      title: 'Invitation to {organization}',
      paragraphs: [
        'You are invited to join the team of {organization} in Vpisnik, where groups and applications are managed.',
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
      paragraphs: ['We were asked for a new password for the account with this e-mail address.'],
      action: 'Set a new password',
      notes: [
        'The link works once, within an hour. A newer link replaces this one.',
        'If it was not you who asked, ignore this message: the password stays as it is.',
      ],
    },
    password_changed: {
      subject: 'Your Vpisnik password has been changed',
      title: 'Your password has been changed',
      paragraphs: [
        'The password of your account has just been changed. All other devices have been signed out.',
        'If this was you, you don’t need to do anything.',
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
        'Many wrong passwords were entered for your account. It is protected now: on a device we do not know yet, signing in takes this link as well as the password.',
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
        'We were asked to make {address} the address you sign in to Vpisnik with. The change takes effect once you confirm it.',
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
        'The e-mail address of your account in Vpisnik is now {address}. We will not write to the old one any more.',
      ],
      notes: [
        'If it was not you, contact an administrator of your organisation immediately, or reply to this message.',
      ],
    },
    owner_change: {
      subject: 'Confirm the owner’s address of {organization}',
      title: 'Confirm the owner’s address',
      paragraphs: [
        '{address} has been proposed as the owner’s address of {organization}. Notices about applications and replies from applicants will be sent to it. The change takes effect once you confirm it.',
      ],
      action: 'Confirm the address',
      notes: [
        'The link works for 7 days. If you have nothing to do with the organisation, ignore this message: nothing will change.',
      ],
    },
    ...organizationMails.en,
    owner_changed: {
      subject: '{organization} has a new owner’s address',
      title: 'The organisation has a new owner’s address',
      paragraphs: [
        'The owner’s address of {organization} is now {address}. Notices about applications go there from now on.',
      ],
      notes: [
        'If this is a mistake, contact an administrator of the organisation immediately, or reply to this message.',
      ],
    },
    app_added: {
      subject: 'Second factor: authenticator app added',
      title: 'An authenticator app was added',
      paragraphs: [
        'An authenticator app was just added to your account in Vpisnik. Signing in will ask for its code after the password.',
        'If this was you, you don’t need to do anything.',
      ],
      action: 'Review account security',
      notes: [notYours.en],
    },
    app_removed: {
      subject: 'Second factor: authenticator app removed',
      title: 'The authenticator app was removed',
      paragraphs: [
        'The authenticator app was just removed from your account in Vpisnik. Its codes no longer work.',
        'If this was you, you don’t need to do anything.',
      ],
      action: 'Review account security',
      notes: [notYours.en],
    },
    passkey_added: {
      subject: 'Second factor: passkey added',
      title: 'A passkey was added',
      paragraphs: [
        'The passkey “{passkey}” was just added to your account in Vpisnik. You can use it after the password when you sign in.',
        'If this was you, you don’t need to do anything.',
      ],
      action: 'Review account security',
      notes: [notYours.en],
    },
    passkey_removed: {
      subject: 'Second factor: passkey removed',
      title: 'A passkey was removed',
      paragraphs: [
        'The passkey “{passkey}” was just removed from your account in Vpisnik. It can no longer be used to sign in.',
        'If this was you, you don’t need to do anything.',
      ],
      action: 'Review account security',
      notes: [notYours.en],
    },
    passkey_refused: {
      subject: 'A passkey was refused',
      title: 'A passkey was refused',
      paragraphs: [
        'Someone with the right password tried to sign in to your account with the passkey “{passkey}”. It looks like a copy, so it was refused.',
        'If that was you, use another factor, then remove this passkey and add a new one.',
      ],
      action: 'Review account security',
      notes: [notYours.en],
    },
    second_factor_reset: {
      subject: 'Your second factor was reset',
      title: 'Your second factor was reset',
      paragraphs: [
        'An administrator has reset the second factor of your account in Vpisnik. The app, passkeys and recovery codes no longer work, and all devices are signed out.',
        'Sign in with your password. If your role needs a second factor, you will set it up again while signing in.',
      ],
      action: 'Go to the sign-in page',
      notes: ['If you did not ask for this, contact the administrator of your organisation immediately.'],
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      title: 'A recovery code was used',
      paragraphs: [
        'A recovery code was just used to sign in to your account in Vpisnik. Each works once; on the Security page you can see how many are left and create new ones.',
        'If this was you, you don’t need to do anything.',
      ],
      action: 'Review account security',
      notes: [notYours.en],
    },
    recovery_codes_renewed: {
      subject: 'New recovery codes',
      title: 'New recovery codes were created',
      paragraphs: [
        'New recovery codes were just created for your account in Vpisnik. The earlier ones no longer work.',
        'If this was you, you don’t need to do anything.',
      ],
      action: 'Review account security',
      notes: [notYours.en],
    },
    codes_guessed: {
      subject: 'Someone may know your password',
      title: 'Too many wrong codes',
      paragraphs: [
        'Many wrong codes were entered after the right password for your account in Vpisnik. Nobody can sign in without the right code.',
        'If that was not you, someone knows your password: set a new one.',
      ],
      action: 'Set a new password',
      notes: ['If you only mistyped, wait a little and try again.'],
    },
  },
};

/** Texts of mails about accounts; organisations can't edit them. */
export const accountTexts: Record<Language, Texts> = { sl: slovenian, en: english };
