export const applicantLink = {
  title: 'Stran prijave',
  about: 'Na njej so prijave, plačila in termini tega naslova. Povezava je v vsakem sporočilu.',
  never: 'Še ni bila odprta.',
  used: 'Nazadnje odprta {{when}}.',
  over: 'Strani ni več: zapre se 90 dni po koncu zadnje skupine.',
  send: 'Pošlji povezavo',
  sent: 'Povezava bo poslana na {{email}}',
  send_failed: 'Povezava ni poslana. Poskusite znova.',
  look: 'Poglej stran',
  look_failed: 'Strani ni mogoče odpreti. Poskusite znova.',
  end: 'Prekliči povezavo',
  end_question: 'Prekličem povezavo za {{email}}?',
  end_consequence:
    'Povezave iz vseh že poslanih sporočil ne bodo več odprle strani. V naslednjem sporočilu bo nova.',
  ended: 'Povezava je preklicana',
  end_failed: 'Povezava ni preklicana. Poskusite znova.',
};
