/** Texts of the date field, which public pages carry too. */
export const dateField = {
  picker_title: 'Izberite datum',
  picker_header: 'Datum',
  pattern: 'dd.mm.llll',
  open: 'Odpri koledar: {{label}}',
  clear: 'Počisti datum: {{label}}',
  previous_month: 'Prejšnji mesec',
  next_month: 'Naslednji mesec',
  month: 'Mesec',
  year: 'Leto',
  invalid: 'Vpišite datum v obliki dd.mm.llll, na primer 01.09.2026.',
  too_early: 'Vpišite datum {{date}} ali poznejši.',
  too_late: 'Vpišite datum {{date}} ali zgodnejši.',
  outside: 'Vpišite datum med {{from}} in {{to}}.',
};
