import type { SystemTexts } from './system-templates.ts';

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

/** Formal address, no gender, names in the nominative. */
export const slovenian: SystemTexts = {
  application_confirmation: {
    ...applicant,
    subject: 'Prejeli smo vašo prijavo: {{group_name}}',
    header_text: 'Prejeli smo vašo prijavo',
    main_message:
      'hvala za prijavo v skupino {{group_name}}. Takoj ko bo o njej odločeno, vam pišemo na ta naslov.',
    next_steps: {
      pending:
        'Prijavo pregledamo in vam sporočimo, ali je mesto potrjeno. Do takrat vam ni treba storiti ničesar.',
      approved: 'Mesto je potrjeno. Veselimo se srečanja z vami.',
      waitlisted:
        'Za nove prijave trenutno ni prostega mesta, zato je vaša v čakalni vrsti. Ko se mesto sprosti, vas obvestimo po vrstnem redu prijav.',
      rejected: 'Mesta vam tokrat žal ne moremo ponuditi.',
      inactive,
    },
  },
  application_confirmation_duplicate: {
    subject: 'Vašo prijavo že imamo: {{group_name}}',
    header_text: 'Vašo prijavo že imamo',
    main_message:
      'prijavo na to ime v skupino {{group_name}} smo s tega naslova že prejeli, zato nove nismo vpisali. Vrstni red vaše prijave ostaja enak.\n\nČe ste tokrat kaj odgovorili drugače, smo to zapisali k prvi prijavi.',
  },
  application_status_update: {
    ...applicant,
    subject: 'Sporočilo o vaši prijavi: {{group_name}}',
    header_text: 'Novo stanje vaše prijave',
    main_message: 'stanje vaše prijave v skupino {{group_name}} se je spremenilo.',
    next_steps: {
      pending: 'Prijava je znova v obravnavi. O odločitvi vas obvestimo na ta naslov.',
      approved:
        'Mesto je potrjeno, veselimo se srečanja z vami. Če ne boste mogli priti, nam to čim prej sporočite, da mesto ponudimo naslednji osebi v vrsti.',
      waitlisted: 'Prijava je v čakalni vrsti. Ko se mesto sprosti, vas obvestimo po vrstnem redu prijav.',
      rejected:
        'Mesta v tej skupini vam tokrat žal ne moremo ponuditi. Če želite, vam pomagamo najti drugo skupino: odgovorite na to sporočilo.',
      inactive,
    },
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
      inactive: 'Prijava ni aktivna, ukrepati ni treba.',
    },
    support_text: 'Kdo prejema ta sporočila, določite pri skupini, na zavihku E-pošta.',
    support_email: '',
    section_labels: { ...section_labels, details: 'Podatki o prijavi' },
  },
};
