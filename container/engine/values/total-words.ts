/** How the last row of a statement begins, in the languages that most files come in. */
const words = [
  '(?:grand |sub[ -]?)?totals?',
  'sums?',
  '(?:end)?saldo',
  '(?:zwischen|gesamt)?summe',
  'gesamt',
  'insgesamt',
  'somme',
  'solde',
  'suma',
  'soma',
  'totale',
  'totaal',
  'totalt',
  'razem',
  'celkem',
  'toplam',
  'итого',
  'всего',
  '合[计計]',
  '总[计和]',
  '總計',
  '합계',
]
const total = new RegExp(`^(?:${words.join('|')})(?![\\p{L}\\d])`, 'iu')
const lettersMax = 40

export const namesTotal = (text: string): boolean => text.length <= lettersMax && total.test(text)
