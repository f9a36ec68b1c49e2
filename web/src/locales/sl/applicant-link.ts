export const applicantLink = {
  title: 'Stran prijave',
  about: 'Na njej so prijave, plačila in termini tega naslova. Povezava je v vsakem sporočilu.',
  never: 'Ni še bila odprta.',
  used: 'Nazadnje odprta {{when}}.',
  over: 'Strani ni več: na voljo je še 90 dni po koncu zadnje skupine.',
  send: 'Pošlji povezavo',
  sent: 'Povezava bo poslana na {{email}}',
  send_failed: 'Povezava ni poslana. Poskusite znova.',
  look: 'Poglej stran',
  look_failed: 'Strani ni mogoče odpreti. Poskusite znova.',
  end: 'Končaj povezavo',
  end_question: 'Končam povezavo za {{email}}?',
  end_consequence:
    'Povezave iz vseh že poslanih sporočil ne bodo več odprle strani. Naslednje sporočilo prinese novo.',
  ended: 'Povezava je končana',
  end_failed: 'Povezava ni končana. Poskusite znova.',
};
