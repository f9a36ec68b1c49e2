import { hiddenCode } from '../../../mail/links.ts';
import type { SystemTexts } from './system-texts.ts';

const section_labels = {
  next_steps: 'Kaj sledi',
  details: 'Podatki o skupini',
  participant: 'Ime in priimek',
  group: 'Skupina',
  schedule: 'Termin',
  dates: 'Datum',
  first_session: 'Prvo srečanje',
  next_session: 'Naslednje srečanje',
  location: 'Kraj',
  price: 'Cena',
  reference: 'Številka prijave',
};

const applicant = {
  greeting: 'Pozdravljeni, {{participant_name}},',
  greeting_without_name: 'Pozdravljeni,',
  support_text: 'Imate vprašanje? Odgovorite na to sporočilo.',
  support_email: '',
  section_labels,
};

const inactive =
  'Prijava ni več aktivna, zato mesto ni več rezervirano. Če gre za pomoto, odgovorite na to sporočilo.';

/** Of mails about a place that is offered. */
const offers = {
  ...applicant,
  next_steps: {},
  section_labels: { ...section_labels, on_accepting: 'Za plačilo ob sprejemu' },
};

/** Of mails about payments. */
const payments = {
  ...applicant,
  next_steps: {},
  section_labels: {
    details: 'Podatki za plačilo',
    participant: 'Ime in priimek',
    group: 'Skupina',
    amount: 'Znesek',
    due_date: 'Rok plačila',
    payment_date: 'Datum plačila',
    recipient: 'Prejemnik',
    iban: 'IBAN prejemnika',
    bic: 'BIC',
    payment_reference: 'Sklic',
    rf_reference: 'Sklic za tuje banke',
    purpose: 'Namen plačila',
    purpose_code: 'Koda namena',
  },
};

/** Of mails about dates, to participants and leaders. */
const sessions = {
  ...applicant,
  next_steps: {},
  section_labels: {
    details: 'Termini',
    participant: section_labels.participant,
    group: section_labels.group,
    cancelled_session: 'Odpovedano',
    moved_session: 'Prestavljeno',
    added_session: 'Dodano',
    other_changes: 'Drugih sprememb',
    schedule: section_labels.schedule,
    dates: section_labels.dates,
    location: section_labels.location,
    first_session: section_labels.first_session,
    next_session: section_labels.next_session,
  },
};

const calendar = 'Če imate termine v svojem koledarju, odprite priloženo datoteko in jih posodobite.';

/** True with and without codes, which say themselves what they are for. */
const how = 'Če podatke prepišete, ne izpustite sklica: po njem prepoznamo plačilo.';

/** Formal address, no gender, names in the nominative. */
export const slovenian: SystemTexts = {
  application_confirmation: {
    ...applicant,
    subject: 'Prejeli smo prijavo: {{participant_name}}, {{group_name}}',
    header_text: 'Prejeli smo vašo prijavo',
    main_message: 'hvala za prijavo v skupino {{group_name}}.',
    next_steps: {
      pending:
        'Prijavo pregledamo in vam na ta naslov sporočimo, ali je mesto potrjeno. Do takrat vam ni treba storiti ničesar.',
      approved: 'Mesto je potrjeno. Veselimo se srečanja z vami.',
      waitlisted:
        'Za nove prijave trenutno ni prostega mesta, zato je vaša v čakalni vrsti. Ko se mesto sprosti, vas obvestimo po vrstnem redu prijav.',
      rejected: 'Mesta vam tokrat žal ne moremo ponuditi.',
      inactive,
    },
  },
  application_confirmation_duplicate: {
    subject: 'Vašo prijavo že imamo: {{participant_name}}, {{group_name}}',
    header_text: 'Vašo prijavo že imamo',
    main_message:
      'prijavo na to ime v skupino {{group_name}} smo s tega naslova že prejeli, zato nove nismo vpisali. Vaša prijava ohrani svoje mesto v vrstnem redu.\n\nČe ste tokrat kaj odgovorili drugače, smo to zapisali k prvi prijavi.',
  },
  application_status_update: {
    ...applicant,
    section_labels: { ...section_labels, price_after: 'Plačila' },
    subject: 'Sprememba prijave: {{participant_name}}, {{group_name}}',
    header_text: 'Sprememba prijave',
    main_message: 'stanje prijave v skupino {{group_name}} se je spremenilo.',
    by_status: {
      pending: {
        subject: 'Prijava je znova v obravnavi: {{participant_name}}, {{group_name}}',
        header_text: 'Prijava je znova v obravnavi',
      },
      approved: {
        subject: 'Mesto je potrjeno: {{participant_name}}, {{group_name}}',
        header_text: 'Mesto je potrjeno',
      },
      waitlisted: {
        subject: 'Prijava je v čakalni vrsti: {{participant_name}}, {{group_name}}',
        header_text: 'Prijava je v čakalni vrsti',
      },
      rejected: {
        subject: 'Mesta žal ne moremo ponuditi: {{participant_name}}, {{group_name}}',
        header_text: 'Mesta žal ne moremo ponuditi',
      },
      inactive: {
        subject: 'Prijava ni več aktivna: {{participant_name}}, {{group_name}}',
        header_text: 'Prijava ni več aktivna',
      },
    },
    next_steps: {
      pending: 'Prijava je znova v obravnavi. O odločitvi vas obvestimo na ta naslov.',
      approved:
        'Veselimo se srečanja z vami. Če ne boste mogli priti, nam to čim prej sporočite, da mesto ponudimo naslednji osebi v vrsti.',
      waitlisted: 'Prijava je v čakalni vrsti. Ko se mesto sprosti, vas obvestimo po vrstnem redu prijav.',
      rejected:
        'Mesta v tej skupini vam tokrat žal ne moremo ponuditi. Če želite, vam pomagamo najti drugo skupino: odgovorite na to sporočilo.',
      inactive,
    },
    by_variant: {
      accepted: {
        subject: 'Mesto je vaše: {{participant_name}}, {{group_name}}',
        header_text: 'Mesto je vaše',
        main_message: 'ponujeno mesto v skupini {{group_name}} ste sprejeli ({{participant_name}}).',
      },
      declined: {
        subject: 'Mesta niste sprejeli: {{participant_name}}, {{group_name}}',
        header_text: 'Prijava je umaknjena',
        main_message:
          'potrjujemo, da ponujenega mesta v skupini {{group_name}} niste sprejeli ({{participant_name}}). Prijava je zato umaknjena.',
      },
      withdrawn: {
        subject: 'Prijava je umaknjena: {{participant_name}}, {{group_name}}',
        header_text: 'Prijava je umaknjena',
        main_message: 'potrjujemo, da ste prijavo v skupino {{group_name}} umaknili ({{participant_name}}).',
      },
      transferred: {
        subject: 'Nova skupina: {{participant_name}}, {{group_name}}',
        header_text: 'Prijava je v novi skupini',
        main_message:
          'prijavo na ime **{{participant_name}}** smo premaknili iz skupine {{former_group}} v skupino {{group_name}}.',
      },
    },
  },
  place_offered: {
    ...offers,
    subject: 'Mesto je prosto za vas do {{deadline}}: {{participant_name}}, {{group_name}}',
    header_text: 'Mesto je prosto za vas',
    main_message:
      'v skupini {{group_name}} se je sprostilo mesto. Na vrsti je prijava na ime **{{participant_name}}**.',
    by_variant: {
      lengthened: {
        subject: 'Za odgovor imate čas do {{deadline}}: {{participant_name}}, {{group_name}}',
        header_text: 'Za odgovor imate več časa',
        main_message:
          'podaljšali smo rok za odgovor na ponujeno mesto v skupini {{group_name}} ({{participant_name}}).',
      },
      taken_back: {
        subject: 'Ponudba mesta ne velja več: {{participant_name}}, {{group_name}}',
        header_text: 'Ponudba ne velja več',
        main_message:
          'ponudbo mesta v skupini {{group_name}} smo umaknili ({{participant_name}}), zato mesta ne morete več sprejeti. Za nevšečnost se opravičujemo.\n\nPrijava ostaja v čakalni vrsti.',
      },
      passed: {
        subject: 'Rok za odgovor je potekel: {{participant_name}}, {{group_name}}',
        header_text: 'Rok za odgovor je potekel',
        main_message:
          'na ponujeno mesto v skupini {{group_name}} niste odgovorili do {{deadline}} ({{participant_name}}), zato ponudba ne velja več.\n\nPrijava ostaja v čakalni vrsti. **Če mesto še želite, nam to sporočite na svoji strani.** Dotlej vam novih mest ne ponujamo.',
      },
      still_wanted: {
        subject: 'Znova čakate na mesto: {{participant_name}}, {{group_name}}',
        header_text: 'Znova čakate na mesto',
        main_message:
          'vemo, da mesto v skupini {{group_name}} še želite ({{participant_name}}). Prijava spet čaka v vrsti po času oddaje. Ko boste na vrsti za prosto mesto, vam pišemo.',
      },
    },
  },
  offer_reminder: {
    ...offers,
    subject: 'Mesto vas čaka le še do {{deadline}}: {{participant_name}}, {{group_name}}',
    header_text: 'Mesto še čaka na vaš odgovor',
    main_message:
      'na ponujeno mesto v skupini {{group_name}} še niste odgovorili ({{participant_name}}). Sporočite nam, ali ga sprejmete.',
  },
  application_received_notification: {
    subject: 'Nova prijava: {{participant_name}}, {{group_name}}',
    header_text: 'Nova prijava',
    greeting: 'Pozdravljeni,',
    greeting_without_name: 'Pozdravljeni,',
    main_message: 'v skupino {{group_name}} je prispela prijava na ime {{participant_name}}.',
    next_steps: {
      pending: 'Odprite prijavo in jo odobrite ali zavrnite. Odločitev pošljemo osebi po e-pošti.',
      approved: 'Mesto je že potrjeno, ukrepati ni treba.',
      waitlisted: 'Prijava je v čakalni vrsti. Ko se mesto sprosti, jo lahko odobrite.',
      rejected: 'Prijava je že zavrnjena, ukrepati ni treba.',
      inactive:
        'Prijava ni več aktivna. Če se je s tem sprostilo mesto, ga lahko ponudite naslednjemu v vrsti.',
    },
    support_text: 'Kdo prejema ta sporočila, določite pri skupini, na zavihku E-pošta.',
    support_email: '',
    section_labels: { ...section_labels, details: 'Podatki o prijavi' },
    by_variant: {
      accepted: {
        subject: 'Mesto je sprejeto: {{participant_name}}, {{group_name}}',
        header_text: 'Mesto je sprejeto',
        main_message: 'ponujeno mesto v skupini {{group_name}} je sprejeto: {{participant_name}}.',
      },
      declined: {
        subject: 'Mesto je zavrnjeno: {{participant_name}}, {{group_name}}',
        header_text: 'Ponujeno mesto je zavrnjeno',
        main_message:
          'ponujeno mesto v skupini {{group_name}} je zavrnjeno: {{participant_name}}. Mesto je spet prosto, prijava pa umaknjena.',
      },
      withdrawn: {
        subject: 'Prijava je umaknjena: {{participant_name}}, {{group_name}}',
        header_text: 'Prijava je umaknjena',
        main_message: 'prijava v skupino {{group_name}} je umaknjena: {{participant_name}}.',
      },
    },
  },
  payment_request: {
    ...payments,
    subject: 'Podatki za plačilo: {{participant_name}}, {{group_name}}',
    header_text: 'Podatki za plačilo',
    main_message: `pošiljamo vam podatke za plačilo ({{group_name}}). Za plačilo: {{amount}}.\n\n${how}`,
  },
  payment_reminder: {
    ...payments,
    subject: 'Bliža se rok plačila: {{participant_name}}, {{group_name}}',
    header_text: 'Bliža se rok plačila',
    main_message: `bliža se rok plačila ({{group_name}}). Za plačilo: {{amount}}. Če ste že plačali, tega sporočila ne upoštevajte.\n\n${how}`,
    by_variant: {
      overdue: {
        subject: 'Rok plačila je potekel: {{participant_name}}, {{group_name}}',
        header_text: 'Rok plačila je potekel',
        main_message: `rok plačila ({{group_name}}) je potekel, plačila pa še nismo prejeli. Za plačilo: {{amount}}. Če ste že plačali, tega sporočila ne upoštevajte.\n\n${how}`,
      },
      overdue_again: {
        subject: 'Ponoven opomnik za plačilo: {{participant_name}}, {{group_name}}',
        header_text: 'Plačila še nismo prejeli',
        main_message: `plačila ({{group_name}}) kljub opomniku še nismo prejeli. Za plačilo: {{amount}}. Če ste že plačali ali se želite dogovoriti za drugačen rok, odgovorite na to sporočilo.\n\n${how}`,
      },
      undated: {
        subject: 'Odprto plačilo: {{participant_name}}, {{group_name}}',
        header_text: 'Odprto plačilo',
        main_message: `plačila ({{group_name}}) še nismo prejeli. Za plačilo: {{amount}}. Če ste že plačali, tega sporočila ne upoštevajte.\n\n${how}`,
      },
    },
  },
  payment_received: {
    ...payments,
    section_labels: { ...payments.section_labels, details: 'Prejeto plačilo' },
    subject: 'Plačilo smo prejeli: {{participant_name}}, {{group_name}}',
    header_text: 'Plačilo smo prejeli',
    main_message: 'hvala, prejeli smo vaše plačilo ({{group_name}}): {{amount}}.',
  },
  session_changed: {
    ...sessions,
    subject: 'Spremembe terminov: {{participant_name}}, {{group_name}}',
    header_text: 'Spremembe terminov',
    main_message: `sporočamo vam spremembe terminov ({{group_name}}): {{dates}}.\n\n${calendar}`,
    by_variant: {
      cancelled: {
        subject: 'Odpovedano {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Odpovedano',
        main_message: `žal vam sporočamo odpoved ({{group_name}}): {{dates}}.\n\n${calendar}`,
      },
      moved: {
        subject: 'Prestavljeno {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Prestavljeno',
        main_message: `sporočamo vam prestavitev ({{group_name}}): {{dates}}. Novi čas je spodaj.\n\n${calendar}`,
      },
      added: {
        subject: 'Dodano {{dates}}: {{participant_name}}, {{group_name}}',
        header_text: 'Dodano',
        main_message: `sporočamo vam dodatek k urniku ({{group_name}}): {{dates}}.\n\n${calendar}`,
      },
    },
  },
  group_cancelled: {
    ...sessions,
    section_labels: {
      details: 'Odpovedana skupina',
      participant: section_labels.participant,
      group: section_labels.group,
    },
    subject: 'Skupina odpade: {{participant_name}}, {{group_name}}',
    header_text: 'Skupina je odpovedana',
    main_message:
      'žal vam sporočamo, da je skupina {{group_name}} odpovedana. Srečanj v njej ne bo več.\n\nČe želite, vam pomagamo najti drugo skupino. O tem in o že plačanih zneskih se dogovorimo: odgovorite na to sporočilo.',
  },
  // its words are the message's; the labels are of what may follow them
  group_message: {
    ...applicant,
    subject: '',
    header_text: '',
    greeting: '',
    greeting_without_name: '',
    main_message: '',
    next_steps: {},
    section_labels: { ...payments.section_labels, ...section_labels },
  },
  application_link: {
    ...applicant,
    subject: 'Povezava do vaše strani prijave',
    header_text: 'Vaša stran prijave',
    greeting: 'Pozdravljeni,',
    main_message:
      'pošiljamo vam povezavo do strani, na kateri so vaše prijave, plačila in termini. Gesla ne potrebujete. Povezava je samo vaša, zato je ne posredujte naprej.\n\nČe zanjo niste prosili, sporočila ni treba upoštevati.',
    next_steps: {},
    by_variant: {
      code: {
        subject: 'Koda za potrditev naslova',
        header_text: 'Potrdite svoj naslov',
        main_message: `prejeli smo zahtevo, da sporočila o prijavah odslej pošiljamo na ta naslov. Če je zahteva vaša, na strani prijave vpišite kodo:\n\n**${hiddenCode}**\n\nKoda velja 10 minut. Če zahteva ni vaša, sporočila ni treba upoštevati: brez kode se naslov ne spremeni.`,
      },
      moved: {
        subject: 'Naslov vaših prijav je spremenjen',
        header_text: 'Naslov je spremenjen',
        main_message:
          'sporočila o vaših prijavah odslej pošiljamo na drug naslov, ki ste ga potrdili s kodo. Na ta naslov jih ne pošiljamo več, tudi povezava do vaše strani prijave ne deluje več.\n\nČe naslova niste spremenili vi, nam to takoj sporočite v odgovoru.',
      },
    },
  },
  application_changed: {
    ...applicant,
    subject: 'Spremembe so shranjene',
    header_text: 'Spremembe so shranjene',
    main_message:
      'na vaši strani prijave so bili spremenjeni spodaj našteti podatki. Če tega niste spremenili vi, nam to takoj sporočite v odgovoru.',
    next_steps: {},
    section_labels: { ...section_labels, details: 'Spremembe' },
    by_variant: {
      staff: {
        subject: 'Spremembe prijav: {{group_name}}',
        header_text: 'Spremembe prijav',
        main_message:
          'v skupini {{group_name}} so bili na straneh prijav spremenjeni spodaj našteti podatki.',
      },
    },
  },
  queue_digest: {
    ...applicant,
    subject: 'Čakalne vrste: {{counts}}',
    header_text: 'Čakalne vrste danes',
    greeting: 'Pozdravljeni,',
    main_message: 'pošiljamo pregled skupin, v katerih kdo čaka na mesto ali na odgovor.',
    next_steps: {},
    support_text: '',
    section_labels: {
      details: 'Čakalne vrste',
      free_places: 'Prosta mesta',
      unheard: 'Brez e-pošte, ponudite sami',
      waiting: 'Čaka',
      offered: 'Ponujeno, čaka na odgovor',
      passed: 'Od včeraj brez odgovora',
      other_groups: 'Drugih skupin',
    },
  },
  viewer_next_steps: {
    pending: 'O prijavi odločajo uredniki in skrbniki skupine.',
    waitlisted: 'Prijava je v čakalni vrsti. O njej odločajo uredniki in skrbniki skupine.',
    inactive: 'Ukrepati ni treba.',
  },
};
