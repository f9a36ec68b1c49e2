export const bulkPayment = {
  title_one: 'Dodam plačilo {{count}} udeležencu?',
  title_two: 'Dodam plačilo {{count}} udeležencema?',
  title_few: 'Dodam plačilo {{count}} udeležencem?',
  title_other: 'Dodam plačilo {{count}} udeležencem?',
  confirm_one: 'Dodaj {{count}} plačilo',
  confirm_two: 'Dodaj {{count}} plačili',
  confirm_few: 'Dodaj {{count}} plačila',
  confirm_other: 'Dodaj {{count}} plačil',
  text: 'Vsak dobi svoje plačilo z istim rokom in namenom.',
  price: 'Koliko plača vsak',
  by: { amount: 'Enak znesek', group: 'Ceno skupine', percent: 'Odstotek cene skupine' },
  group_price:
    'Cena je v načrtu plačil skupine: enkratni znesek, en mesec ali vsi obroki skupaj, brez popustov in vpisnine.',
  amount: 'Znesek za vsakega',
  percent: 'Odstotek cene',
  problems: {
    above_hundred: 'Odstotek ne more biti večji od 100.',
    invalid_percent: 'Vpišite odstotek, na primer 50 ali 12,5.',
  },
  include: {
    waitlisted: 'Dodaj tudi prijavam v čakalni vrsti',
    rejected: 'Dodaj tudi zavrnjenim prijavam',
    inactive: 'Dodaj tudi neaktivnim prijavam',
  },
  same: 'Dodaj tudi tistim, ki plačilo s tem namenom že imajo',
};
