import { inWords } from '../table/headroom.ts'
import type { FormatFacts } from './candidates.ts'
import type { ColumnCells } from './column-cells.ts'
import { everyValue } from './look-alikes.ts'

/** Programs that format numbers write narrow spaces (U+2009, U+202F). People do not type them in telephone numbers. */
const grouped = /^[1-9]\d{1,2}([ \u00a0.])\d{3}(?:\1\d{3})+$/
const lengthMin = 'ddd ddd ddd'.length
/** The minimum number of different values in a column with a name for such numbers, and in any other column. */
const namedMin = 3
const unnamedMin = 20

/** Returns the words of a name in lower case, without diacritics, because many names leave them out. */
const wordsOf = (name: string): string[] => plain(inWords(name)).split(/[^\p{L}]+/u)
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const listed = (lists: readonly string[]): string[] => lists.flatMap((list) => plain(list).split(' '))

/** The words for telephones and mobile telephones, and the names of numbers of companies and taxpayers. */
const codeWords = new Set(
  listed([
    'tel fax faks telefax gsm handy mobil mobile mobiles mobilnr mobilnummer mobilfunk mobilni mobilny móvil celular',
    'cellulare cell portable portatile telemóvel komórka komórkowy matkapuhelin cep whatsapp siren nip nipc nif abn',
    'acn tfn orgnr orgnummer αφμ afm φαξ κινητό факс моб мобільний мобильный тел τηλ rufnummer rufnr festnetz',
  ]),
)
/** The parts of words for telephones. German and its neighbors join words: `Kundentelefon`. */
const codeParts = listed(['telefo telepho phone puhelin siret organisasjonsn organisationsn телефон τηλεφων'])

/** The parts of words for money and other amounts in the languages of Europe, whose words are often joined. */
const amountParts = listed([
  'amount revenue turnover income profit price total value budget population volume balance asset debt loan payment',
  'expense equity quantity umsatz umsätze erlös betrag beträge summe bilanz gewinn verlust kosten preis wert einnahme',
  'ausgabe einwohner bevölkerung menge anzahl steuer gehalt saldo guthaben schuld kredit kapital vermögen montant',
  'chiffre revenu recette dépense prix valeur habitants salaire impôt ingreso precio valor poblaci facturaci deuda',
  'presupuesto cantidad fatturat ricav prezzo popolazione abitanti receita preço popula despesa fatura orçamento',
  'bedrag omzet prijs waarde bevolking inwoner verlies begroting inkomst uitgave belopp beløb beløp omsättning',
  'omsætning omsetning kostnad omkostning värde værdi befolkning invånare innbygger indbygger överskud försäljning',
  'intäkt indtægt inntekt kwot przychod przychód obrot obrót sprzedaż koszt wartosc wartość ludnosc ludność zysk',
  'dochod dochód budżet wydat částk tržb obrat náklad hodnot celkem zůstatek obyvatel ztrat příjem rozpoč výdaj',
  'összeg bevétel forgalom eladás költség érték egyenleg népesség nyereség kiadás vânzări cifra valoare cheltui tutar',
  'gelir fiyat maliyet değer toplam bakiye nüfus gider bütçe liikevaihto myynti hinta kustannu väestö käive müük',
  'rahvaarv сумм выручк оборот продаж стоимост итого баланс населен прибыл доход расход бюджет виторг вартіст',
  'прибут витрат εσοδα τζιρος πωλησ κοστος συνολο υπολοιπο πληθυσμ κερδ',
])
/** The words for amounts that are also parts of other words, such as "customer" with "custo", and the currencies. */
const amountWords = new Set([
  ...listed([
    'sales sum sums cost costs wage wages salary salaries tax taxes vat qty count counts units users visitors visits',
    'views sessions subscribers downloads inhabitants residents spend spending capital gdp bip pib pil hdp pkb bbp bkt',
    'bnp ввп lohn ertrag erträge ca coût coûts somme solde bénéfice bénéfices vente ventes perte dette dettes importe',
    'importes monto montos venta ventas gasto gastos costo costos coste costes suma beneficio beneficios salario custo',
    'custos soma venda vendas lucro vendite importo importi costi somma utile spesa entrate winst som pris priser salg',
    'verdi vinst summa cena ceny strata suma sumy prodej zisk cena ár kár haszon venit venituri preț sold locuitori',
    'ciro satış kâr tulo tulot meno menot arvo voitto hind kulu kasum tulu цена цены сума ціна жители жителі ποσο τιμη',
    'αξια euro euros kč zł ft lei tl kr km',
  ]),
  ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
])

const namesCodes = (words: readonly string[]): boolean =>
  words.some((word) => codeWords.has(word) || codeParts.some((part) => word.includes(part)))

const namesAmounts = (name: string, words: readonly string[]): boolean =>
  /[\p{Sc}%]/u.test(name) ||
  words.some((word) => amountWords.has(word) || amountParts.some((part) => word.includes(part)))

/**
 * Recognizes telephone numbers and numbers of companies, such as `612 345 678`. All have equally many digits, nine or
 * more with `ddd ddd ddd`. Amounts have different sizes, or all end with zeros. Some amounts have equally many digits
 * too, so the name of the column decides how many values are necessary. `first` is the first value.
 */
export function areGroupedCodes(first: string, cells: ColumnCells, { decimal }: FormatFacts, name: string): boolean {
  const separator = grouped.exec(first)?.[1]
  if (separator === undefined || first.length < lengthMin || (separator === '.' && decimal === ',')) return false
  const words = wordsOf(name)
  if (namesAmounts(name, words)) return false
  const values = new Set<string>()
  let areRound = true
  const areGroups = everyValue(cells, (text) => {
    if (text.length !== first.length || !grouped.test(text)) return false
    values.add(text)
    if (!text.endsWith('000')) areRound = false
    return true
  })
  return areGroups && !areRound && values.size >= (namesCodes(words) ? namedMin : unnamedMin)
}
