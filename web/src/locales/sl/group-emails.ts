export const groupEmails = {
  enabled: 'Pošiljaj',
  template: 'Predloga',
  system_template: 'Sistemska predloga',
  unknown_template: 'Predloga po meri',
  recipient: 'Prejemnik',
  recipients: {
    organization_owner: 'Naslov organizacije',
    group_leaders: 'Vodje skupine',
    both: 'Organizacija in vodje',
  },
  organization_off:
    'Organizacija teh sporočil zdaj ne pošilja. Skrbnik jih vklopi v nastavitvah, med podatki za plačila; šele nato velja izbira skupine.',
  off: 'Tega sporočila skupina ne pošilja.',
  default_template: 'Privzeta predloga',
  default_named: 'Privzeta: {{name}}',
  missed: 'Izbrana predloga ni v uporabi. Pošilja se: {{name}}.',
  result: 'Primer ({{participant}}, {{group}})',
  whole: 'Pokaži celo sporočilo',
};
