/**
 * Short texts in many languages, written for measurements only: nothing is tuned on them. `encodings` lists the
 * encodings used for the language, with iconv's names.
 */
export interface LabelledText {
  readonly language: string
  readonly encodings: readonly string[]
  readonly words: readonly string[]
}

const western = ['WINDOWS-1252', 'ISO-8859-15', 'MACINTOSH', 'CP850']
const central = ['WINDOWS-1250', 'ISO-8859-2', 'CP852', 'MAC-CENTRALEUROPE']
const cyrillic = ['WINDOWS-1251', 'ISO-8859-5', 'MAC-CYRILLIC', 'CP855']

const words = (text: string): string[] => text.split('|')

export const labelledTexts: readonly LabelledText[] = [
  {
    language: 'French',
    encodings: [...western, 'CP437'],
    words: words(
      'Hérault et Isère|théâtre de Genève|à côté|Côte-d’Or|Angoulême|François Mitterrand|pâtisserie|Île de Ré|forêt|dépôt légal',
    ),
  },
  {
    language: 'German',
    encodings: [...western, 'CP437'],
    words: words(
      'Köln-Mülheim|Prüfung|Bäckerei Schäfer|Weißwein|Dörfer|Tübingen|gültig für|Höhe in Metern|Jäger|Flüsse',
    ),
  },
  {
    language: 'Spanish',
    encodings: [...western, 'CP437'],
    words: words('Bogotá|México|cumpleaños|Gómez Ibáñez|Ávila|camión|España|lápiz|Mérida|también'),
  },
  {
    language: 'Portuguese',
    encodings: western,
    words: words('Amapá|Ribeirão Preto|Conceição|você não|Brasília|Uberlândia|coração|Florianópolis|três mães|reunião'),
  },
  {
    language: 'Italian',
    encodings: western,
    words: words('però|virtù|caffè|Mondovì|felicità|già|università|perché|Santhià|papà'),
  },
  {
    language: 'Dutch',
    encodings: western,
    words: words(
      'reünie|Curaçao|België en Italië|ideeën|zeeën|financieel coördinator|efficiënt|Aïda|Azië|tweeëntwintig',
    ),
  },
  {
    language: 'Swedish',
    encodings: western,
    words: words('Göteborg|Malmö|Älvsbyn|smörgås|Linköping|Åkersberga|träd|Luleå|Kävlinge|fjäll'),
  },
  {
    language: 'Finnish',
    encodings: western,
    words: words('Riihimäki|Töölö|näyttö|pääkaupunki|Mäntsälä|tänään|Hyvinkää|lähellä|pöllö|Järvenpää'),
  },
  {
    language: 'Danish',
    encodings: ['WINDOWS-1252', 'ISO-8859-15', 'MACINTOSH', 'CP850'],
    words: words('Rødovre|Frederikshavn på dansk|Brønshøj|smørrebrød|Sæby|Græsted|Thyborøn|blå|København|tæppe'),
  },
  {
    language: 'Norwegian',
    encodings: western,
    words: words(
      'Sandefjord by på øya|Stjørdal|Mosjøen|kjøttkaker|Tønsberg|Båtsfjord|Røros|Grønland|skjærgård|Høyanger',
    ),
  },
  {
    language: 'Icelandic',
    encodings: ['WINDOWS-1252', 'ISO-8859-15'],
    words: words(
      'Akureyri við Eyjafjörð|Vestmannaeyjar og Höfn|Sauðárkrókur|Þorlákshöfn|Stykkishólmur|Egilsstaðir|Blönduós|Hvolsvöllur|Guðrún|Snæfellsnes',
    ),
  },
  {
    language: 'Catalan',
    encodings: ['WINDOWS-1252', 'ISO-8859-15', 'MACINTOSH'],
    words: words(
      'Sabadell és gran|Barcelonès|Palafrugell, Mèxic|Sant Cugat del Vallès|edició|Òdena|Berguedà|aquí|València|educació',
    ),
  },
  {
    language: 'Polish',
    encodings: [...central, 'WINDOWS-1250'],
    words: words('Wrocław|Łomża|Częstochowa|Sosnowiec, Śląsk|książka|Kłodzko|mężczyzna|Świebodzin|Przemyśl|źródło'),
  },
  {
    language: 'Czech',
    encodings: central,
    words: words('Plzeň|Liberec a Náchod|Břeclav|řeka|Znojmo, Třebíč|čtvrtek|Český Těšín|měsíc|Šumperk|dům'),
  },
  {
    language: 'Slovak',
    encodings: central,
    words: words(
      'Nitra, Poprad, Žiar|Komárno|Liptovský Mikuláš|Prievidza, Šaľa|Bardejov, deň|krajčír|Levoča|týždeň|Púchov|ľudia',
    ),
  },
  {
    language: 'Hungarian',
    encodings: central,
    words: words('Győr|Székesfehérvár|Hódmezővásárhely|Fertőd|Tiszaújváros|fűszer|gyűrű|könyv|Várpalota|Nagykőrös'),
  },
  {
    language: 'Croatian',
    encodings: central,
    words: words(
      'Osijek, Našice|Sisak, Kutina, Šarengrad|Dubrovačka|Đurđevac|žena|čovjek|kuća|Bjelovar, Čazma|Županja|rođen',
    ),
  },
  {
    language: 'Romanian',
    encodings: ['WINDOWS-1250', 'ISO-8859-2', 'ISO-8859-16', 'CP852'],
    words: words(
      'Suceava şi Iaşi|Bârlad|Reşiţa|Alba Iulia, Făgăraş|ţară|Mureş|Sibiu, Mediaş|Botoşani|înainte|Slobozia şi Feteşti',
    ),
  },
  {
    language: 'Turkish',
    encodings: ['WINDOWS-1254', 'CP857'],
    words: words('Balıkesir|Muş|Şırnak|Gümüşhane|Elazığ|Bingöl|Niğde|Çorum|Kütahya, Aydın|İskenderun'),
  },
  {
    language: 'Lithuanian',
    encodings: ['WINDOWS-1257', 'ISO-8859-13', 'CP775'],
    words: words(
      'Alytus ir Marijampolė|Visaginas, Utena, Ūla|Kėdainiai|Palanga – žuvėdra|Šakiai|Varėna|Joniškis|žmonės|Kelmė|ąžuolas',
    ),
  },
  {
    language: 'Latvian',
    encodings: ['WINDOWS-1257', 'ISO-8859-13', 'CP775'],
    words: words(
      'Liepāja un Rīga|Jelgava, Saldus, Dobele, Ķegums|Daugavpils iedzīvotāji|Limbaži|Alūksne|Gulbene, Balvi, Ludza, vārds|Preiļi|Smiltene, mēnesis|Tukums, pļava|Mārupe',
    ),
  },
  {
    language: 'Estonian',
    encodings: ['WINDOWS-1257', 'WINDOWS-1252', 'ISO-8859-13'],
    words: words(
      'Tartu ülikool|Võru|Rakvere, Jõhvi|Keila jõgi|Märjamaa|Elva, Põlva|Kohtla-Järve|sõber|tüdruk|Hiiumaa, Kärdla',
    ),
  },
  {
    language: 'Russian',
    encodings: [...cyrillic, 'KOI8-R', 'CP866'],
    words: words(
      'Самара|Уфа и Пермь|Волгоград|Саратовская область|Петров Алексей|Тюмень|заказ|Ижевск|описание товара|Хабаровск',
    ),
  },
  {
    language: 'Ukrainian',
    encodings: ['WINDOWS-1251', 'KOI8-U', 'MAC-CYRILLIC'],
    words: words('Одеса|Київська область|Чернігів|Кременчук|Тарас Шевченко|назва товару|Вінниця|Рівне|Луцьк|Ужгород'),
  },
  {
    language: 'Bulgarian',
    encodings: ['WINDOWS-1251', 'ISO-8859-5', 'CP855'],
    words: words('Плевен|София|Пазарджик|Перник|Христо Ботев|Добрич|поръчка|Видин|описание|Габрово'),
  },
  {
    language: 'Serbian',
    encodings: ['WINDOWS-1251', 'ISO-8859-5'],
    words: words('Ниш|Лесковац|Ужице|Ваљево|Петар Петровић|Шабац|назив робе|Смедерево|поруџбина|Врање'),
  },
  {
    language: 'Greek',
    encodings: ['WINDOWS-1253', 'ISO-8859-7', 'CP737'],
    words: words('Τρίκαλα|Κομοτηνή|Γιάννης Παπάς|Ρόδος|Αλεξανδρούπολη|παραγγελία|Σπάρτη|Καβάλα|Κατερίνη|διεύθυνση'),
  },
  {
    language: 'Hebrew',
    encodings: ['WINDOWS-1255', 'ISO-8859-8', 'CP862'],
    words: words('עפולה|טבריה|הזמנה חדשה|רחובות|מודיעין|חולון|בת ים|שרה לוי|תאריך|כתובת'),
  },
  {
    language: 'Arabic',
    encodings: ['WINDOWS-1256', 'ISO-8859-6'],
    words: words('مكة المكرمة|دبي|الدوحة|المنامة|محمد حسن|التاريخ|العنوان|الخرطوم|حلب|اسم العميل'),
  },
  {
    language: 'Thai',
    encodings: ['CP874'],
    words: words('ลำปาง|สุราษฎร์ธานี|นนทบุรี|สมศรี รักไทย|ที่อยู่|วันที่|พิษณุโลก|เชียงราย|อยุธยา|กระบี่'),
  },
  {
    language: 'Vietnamese',
    encodings: ['VISCII', 'CP1258'],
    words: words(
      'Đồng Nai|Thừa Thiên Huế|Nha Trang, Khánh Hòa|Lê Thị Hồng|địa chỉ|ngày đặt hàng|Bắc Giang|Buôn Ma Thuột|Phạm Văn Đồng|đơn giá',
    ),
  },
  {
    language: 'Japanese',
    encodings: ['SHIFT_JIS', 'EUC-JP', 'ISO-2022-JP'],
    words: words('神戸市中央区|ありがとうございます|サービス|田中さくら|住所|納品書|静岡県|パソコン|みかん|お届け日'),
  },
  {
    language: 'Chinese',
    encodings: ['GB18030', 'GBK'],
    words: words('武汉市|西安|孙丽|地址电话|苏州工业园区|科技有限公司|杭州|产品名称|日期|人民路'),
  },
  {
    language: 'Chinese of Taiwan',
    encodings: ['BIG5', 'EUC-TW'],
    words: words('嘉義市|宜蘭|蔡英文|地址電話|板橋區|科技有限公司|新竹縣|產品名稱|日期|民生路'),
  },
  {
    language: 'Korean',
    encodings: ['EUC-KR', 'JOHAB', 'ISO-2022-KR'],
    words: words('대전광역시|수원시|박서준|주소|송파구 올림픽로|전자제품|전화번호|강릉|상품명|이영애'),
  },
  {
    language: 'English',
    encodings: ['WINDOWS-1252'],
    words: words(
      'the client’s order|he said “no”|pages 12–15|so — yes|isn’t it|McDonald’s|price: 7 €|can’t…|women’s|30 °C',
    ),
  },
]
