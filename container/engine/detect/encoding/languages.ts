import { letterNeighbors } from './letter-neighbors.ts'

/** A language, given by its lowercase letters beyond ASCII, most frequent first. */
export interface Language {
  readonly letters: string
  /** The relative frequency of files in it, among those of its script. 1 is the most frequent language. */
  readonly share: number
  /** The letters next to these, in the format of `letterNeighbors`. */
  readonly neighbors: string
}

/** Languages by their code. */
export const languages = {
  ar: language('اليمنورتبهةدعفسكحقأجشىصخإطذضئءزثغآؤظ'),
  be: language('аноірекластудпявмгызбчьцжйўшюэёхф', 0.2),
  bg: language('аиоетнрсвлкдпмзуъгбячжцшхщюфйь', 0.3),
  ca: language('óàéèíçòïúü·', 0.3),
  cs: language('íáěéřščžýůúňťďóö'),
  cy: language('ŵŷâêîôû', 0.1),
  da: language('øåæéö', 0.6),
  de: language('üäößéè'),
  el: language('αοιετσνηυρπκςλμωίάόδγέχθήύφώβξζψϊϋΐΰ'),
  eo: language('ĉĝĥĵŝŭ', 0.1),
  es: language('óíáñéúü', 0.9),
  et: language('õäüöšž', 0.6),
  fa: language('ایرنمدهوتبسشکزلپخفگقعحججچژطصضغذثظ', 0.2),
  fr: language('éàèêçôîûùâœïëæüÿ'),
  ga: language('ḃċḋḟġṁṗṡṫ', 0.05),
  he: language('יוהלארמתבשנחעדפקםגטכסןצזךףץ'),
  hr: language('šžčćđ', 0.5),
  hu: language('áéöóőüíúű', 0.8),
  is: language('ðáíóúöþæéý', 0.06),
  it: language('àèòùìé', 0.6),
  lt: language('ėšųžūįąčę'),
  lv: language('āīēšūņļžķčģ'),
  mk: language('аоиетнрсвдклпумзјгбчшцжњфхќѓљџѕ', 0.15),
  mt: language('ċħżġ', 0.2),
  nb: language('øåæéòôóü', 0.5),
  nl: language('ëéïèöü', 0.5),
  pl: language('łóążęśćńź'),
  pt: language('ãáéíçóêõúâôàü', 0.8),
  ro: language('ăţşîâșț', 0.6),
  ru: language('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
  se: language('áđčšŋžŧ', 0.05),
  sk: language('áíčéžýšúľťôňóďäŕĺö', 0.5),
  sq: language('ëç', 0.2),
  sr: language('аоиенрсјтудклвмпгзбшчцћжхњљђфџ', 0.3),
  sv: language('äåöé', 0.6),
  th: language(
    'านรกอง\u0e48เวมยล\u0e31สดท\u0e35\u0e49ต\u0e34ะห\u0e33ใไบค\u0e4cแปจพ\u0e47ชโขธ\u0e37ถผณญ\u0e39\u0e38ซษศภ\u0e36ฉฟฐฎฝฤฏฮฬๆ',
  ),
  tr: language('ışüğçöiâîû'),
  uk: language('оаніитвресклдумпзяьбгчйхжїцшюєщфґ', 0.4),
  vi: language('àáạđảãâấầậẩếệềểễêươớờợôốồộổóòọưứừựửúùụủăắằặẳíìịĩỉéèẹẻẽõỗởỡũữẫẵýỳỷỵỹỏ'),
}

function language(letters: string, share = 1): Omit<Language, 'neighbors'> {
  return { letters, share }
}

type Code = keyof typeof languages

const spoken = (...codes: readonly Code[]): Language[] =>
  codes.map((code) => ({ ...languages[code], neighbors: letterNeighbors[code] ?? '' }))

const western = spoken('fr', 'de', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'nb', 'ca', 'is', 'et', 'sq')
/** Estonian had an encoding of its own before Windows. */
const westernOfOld = western.filter(({ letters }) => letters !== languages.et.letters)
const central = spoken('pl', 'cs', 'hu', 'ro', 'hr', 'sk', 'de', 'sq')
const cyrillic = spoken('ru', 'uk', 'bg', 'sr', 'be', 'mk')
const baltic = spoken('lt', 'lv', 'et')
const greek = spoken('el')
const hebrew = spoken('he')
const arabic = spoken('ar', 'fa')
const thai = spoken('th')
const turkish = spoken('tr')
const vietnamese = spoken('vi')

/** The languages of the foreign names that occur in texts of every language. */
export const namingLanguages: readonly Language[] = [...western, ...central, ...baltic, ...turkish]

export type EastAsian = 'japanese' | 'simplified' | 'traditional' | 'korean'

/** A possible encoding of a text, with the languages written in it and its frequency. */
export interface Candidate {
  readonly encoding: string
  /**
   * Natural logarithm of the number of files in it, relative to those in windows-1252. It weighs three quarters, because
   * the letters of a single word say more than the frequency of an encoding.
   */
  readonly prior: number
  readonly languages: readonly Language[] | EastAsian
}

const candidate = (encoding: string, prior: number, spokenIn: Candidate['languages']): Candidate => ({
  encoding,
  prior,
  languages: spokenIn,
})

/** The candidates. If several decode a text to the same result, the report names the first one. */
export const candidates: readonly Candidate[] = [
  candidate('windows-1252', 0, western),
  candidate('windows-1251', -0.8, cyrillic),
  candidate('windows-1250', -1.1, central),
  candidate('gb18030', -1.1, 'simplified'),
  candidate('shift_jis', -1.1, 'japanese'),
  candidate('windows-1254', -1.3, turkish),
  candidate('windows-1253', -1.5, greek),
  candidate('windows-1255', -1.5, hebrew),
  candidate('windows-1256', -1.5, arabic),
  candidate('big5', -1.5, 'traditional'),
  candidate('euc-kr', -1.5, 'korean'),
  candidate('windows-1257', -1.7, baltic),
  candidate('windows-874', -1.9, thai),
  candidate('koi8-r', -1.9, spoken('ru')),
  candidate('euc-jp', -1.9, 'japanese'),
  candidate('iso-8859-2', -1.9, central),
  candidate('iso-8859-15', -2.2, western),
  candidate('macintosh', -3, westernOfOld),
  candidate('cp850', -2.5, westernOfOld),
  candidate('ibm866', -2.2, cyrillic),
  candidate('cp437', -3, westernOfOld),
  candidate('koi8-u', -2.4, spoken('uk', 'ru')),
  candidate('iso-8859-5', -2.6, cyrillic),
  candidate('iso-8859-7', -2.6, greek),
  candidate('iso-8859-6', -3, arabic),
  candidate('iso-8859-8', -3, hebrew),
  candidate('cp852', -2.7, central),
  candidate('x-mac-cyrillic', -2.8, cyrillic),
  candidate('windows-1258', -3.4, vietnamese),
  candidate('iso-8859-4', -3.4, baltic),
  candidate('iso-8859-13', -3.8, baltic),
  candidate('x-mac-ce', -3.5, central),
  candidate('cp857', -3.2, turkish),
  candidate('cp737', -3.8, greek),
  candidate('cp862', -3.8, hebrew),
  candidate('cp775', -4.1, baltic),
  candidate('cp855', -4.1, cyrillic),
  candidate('viscii', -4.1, vietnamese),
  candidate('iso-8859-10', -5.2, spoken('se')),
  candidate('iso-8859-16', -4.9, central),
  candidate('iso-8859-3', -5.2, spoken('mt', 'eo')),
  candidate('iso-8859-14', -5.2, spoken('cy', 'ga')),
  candidate('euc-tw', -4.9, 'traditional'),
  candidate('johab', -4.9, 'korean'),
]

/** Files in UTF-8, by the scripts of their languages. */
export const unicode: readonly Candidate[] = [
  [...new Set([...western, ...central, ...baltic, ...turkish, ...vietnamese])],
  cyrillic,
  greek,
  hebrew,
  arabic,
  thai,
  ...(['japanese', 'simplified', 'traditional', 'korean'] as const),
].map((spokenIn) => candidate('utf-8', 3, spokenIn))
