export const notificationTemplate = {
  active: 'Aktivna',
  inactive: 'Neaktivna',
  system: 'Sistemska',
  own: 'Lastna',
  types: {
    application_confirmation: 'Potrdilo o prijavi',
    application_received_notification: 'Obvestilo o novi prijavi',
    application_status_update: 'Sprememba stanja prijave',
  },
  sent: {
    application_confirmation: 'Prejme ga, kdor odda prijavo.',
    application_received_notification: 'Prejme ga vaša ekipa, ko prispe prijava.',
    application_status_update: 'Prejme ga, kdor je oddal prijavo, ko o njej odločite.',
  },
  list: {
    fact: 'Besedila sporočil, ki jih pošiljajo skupine.',
    column_name: 'Predloga',
    column_type: 'Kdaj se pošlje',
    column_kind: 'Vrsta',
    column_state: 'Stanje',
    empty_title: 'Tu še ni predlog',
    empty_text: 'Dokler jih ni, skupine pošiljajo sistemska besedila.',
  },
};
