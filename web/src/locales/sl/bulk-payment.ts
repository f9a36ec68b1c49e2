export const bulkPayment = {
  title_one: 'Dodam plačilo {{count}} udeležencu?',
  title_two: 'Dodam plačilo {{count}} udeležencema?',
  title_few: 'Dodam plačilo {{count}} udeležencem?',
  title_other: 'Dodam plačilo {{count}} udeležencem?',
  confirm_one: 'Dodaj {{count}} plačilo',
  confirm_two: 'Dodaj {{count}} plačili',
  confirm_few: 'Dodaj {{count}} plačila',
  confirm_other: 'Dodaj {{count}} plačil',
  text: 'Vsak dobi svoje plačilo z istim zneskom, rokom in namenom. Obvestilo ne bo poslano.',
  amount: 'Znesek za vsakega',
  include: {
    waitlisted: 'Dodaj tudi prijavam v čakalni vrsti',
    rejected: 'Dodaj tudi zavrnjenim prijavam',
    inactive: 'Dodaj tudi neaktivnim prijavam',
  },
  same: 'Dodaj tudi tistim, ki plačilo s tem namenom že imajo',
};
