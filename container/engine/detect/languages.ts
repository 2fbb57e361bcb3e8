/** A language, by its small letters beyond ASCII, most frequent first. */
export interface Language {
  readonly letters: string
  /** How often files are in it, among those of its script: 1 is the most frequent. */
  readonly share: number
}

const language = (letters: string, share = 1): Language => ({ letters, share })

const cyrillic = {
  russian: language('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
  ukrainian: language('оаніитвресклдумпзяьбгчйхжїцшюєщфґ', 0.4),
  bulgarian: language('аиоетнрсвлкдпмзуъгбячжцшхщюфйь', 0.3),
  serbian: language('аоиенрсјтудклвмпгзбшчцћжхњљђфџ', 0.3),
  belarusian: language('аноірекластудпявмгызбчьцжйўшюэёхф', 0.2),
  macedonian: language('аоиетнрсвдклпумзјгбчшцжњфхќѓљџѕ', 0.15),
}
const greek = language('αοιετσνηυρπκςλμωίάόδγέχθήύφώβξζψϊϋΐΰ')
const hebrew = language('יוהלארמתבשנחעדפקםגטכסןצזךףץ')
const arabic = [language('اليمنورتبهةدعفسكحقأجشىصخإطذضئءزثغآؤظ'), language('ایرنمدهوتبسشکزلپخفگقعحججچژطصضغذثظ', 0.2)]
const thai = language(
  'านรกอง\u0e48เวมยล\u0e31สดท\u0e35\u0e49ต\u0e34ะห\u0e33ใไบค\u0e4cแปจพ\u0e47ชโขธ\u0e37ถผณญ\u0e39\u0e38ซษศภ\u0e36ฉฟฐฎฝฤฏฮฬๆ',
)
const western = [
  language('éàèêçôîûùâœïëæüÿ'),
  language('üäößéè'),
  language('óíáéñúü', 0.9),
  language('ãáéíçóêõúâôàü', 0.8),
  language('àèòùìé', 0.6),
  language('ëéïèöü', 0.5),
  language('äåöé', 0.6),
  language('øåæéö', 0.6),
  language('óàéèíçòïúü·', 0.3),
  language('ðáíóúöþæéý', 0.06),
  language('äõüöšž', 0.15),
  language('ëç', 0.1),
]
const central = [
  language('łóążęśćńź'),
  language('íáěéřščžýůúňťďóö'),
  language('áéöóőüíúű', 0.8),
  language('ăţşîâșț', 0.6),
  language('šžčćđ', 0.5),
  language('áíčéžýšúľťôňóďäŕĺö', 0.5),
  language('üäößé', 0.4),
  language('ëç', 0.05),
]
const turkish = language('ışüğçöâîiû')
const baltic = [language('ėšųžūįąčę'), language('āīēšūņļžķčģ'), language('õäüöšž', 0.6)]
const vietnamese = language('àáạđảãâấầậẩếệềểễêươớờợôốồộổóòọưứừựửúùụủăắằặẳíìịĩỉéèẹẻẽõỗởỡũữẫẵýỳỷỵỹỏ')
const nordic = [language('áđčšŋžŧ', 0.05)]

export type EastAsian = 'japanese' | 'simplified' | 'traditional' | 'korean'

/** An encoding that a text may be in, the languages that are written in it, and how frequent it is. */
export interface Candidate {
  readonly encoding: string
  /** Natural logarithm of how many files are in it, beside those in windows-1252. */
  readonly prior: number
  readonly languages: readonly Language[] | EastAsian
}

const candidate = (encoding: string, prior: number, languages: Candidate['languages']): Candidate => ({
  encoding,
  prior,
  languages,
})
const allCyrillic = Object.values(cyrillic)

/** The candidates. When several decode a text alike, the report names the first one. */
export const candidates: readonly Candidate[] = [
  candidate('windows-1252', 0, western),
  candidate('windows-1251', -1, allCyrillic),
  candidate('windows-1250', -1.5, central),
  candidate('gb18030', -1.5, 'simplified'),
  candidate('shift_jis', -1.5, 'japanese'),
  candidate('windows-1254', -1.7, [turkish]),
  candidate('windows-1253', -2, [greek]),
  candidate('windows-1255', -2, [hebrew]),
  candidate('windows-1256', -2, arabic),
  candidate('big5', -2, 'traditional'),
  candidate('euc-kr', -2, 'korean'),
  candidate('windows-1257', -2.3, baltic),
  candidate('windows-874', -2.5, [thai]),
  candidate('koi8-r', -2.5, [cyrillic.russian]),
  candidate('euc-jp', -2.5, 'japanese'),
  candidate('iso-8859-2', -2.5, central),
  candidate('iso-8859-15', -3, western),
  candidate('macintosh', -3.3, western),
  candidate('cp850', -3.3, western),
  candidate('ibm866', -3, allCyrillic),
  candidate('cp437', -4, western),
  candidate('koi8-u', -3.2, [cyrillic.ukrainian, cyrillic.russian]),
  candidate('iso-8859-5', -3.5, allCyrillic),
  candidate('iso-8859-7', -3.5, [greek]),
  candidate('iso-8859-6', -4, arabic),
  candidate('iso-8859-8', -4, [hebrew]),
  candidate('cp852', -4, central),
  candidate('x-mac-cyrillic', -3.8, allCyrillic),
  candidate('windows-1258', -4.5, [vietnamese]),
  candidate('iso-8859-4', -5, baltic),
  candidate('iso-8859-13', -5, baltic),
  candidate('x-mac-ce', -5, central),
  candidate('cp857', -5, [turkish]),
  candidate('cp737', -5, [greek]),
  candidate('cp862', -5, [hebrew]),
  candidate('cp775', -5.5, baltic),
  candidate('cp855', -5.5, allCyrillic),
  candidate('viscii', -5.5, [vietnamese]),
  candidate('iso-8859-10', -7, nordic),
  candidate('iso-8859-16', -6.5, central),
  candidate('iso-8859-3', -7, [language('ċħżġ', 0.2), language('ĉĝĥĵŝŭ', 0.1)]),
  candidate('iso-8859-14', -7, [language('ŵŷâêîôû', 0.1), language('ḃċḋḟġṁṗṡṫ', 0.05)]),
  candidate('euc-tw', -6.5, 'traditional'),
  candidate('johab', -6.5, 'korean'),
]
