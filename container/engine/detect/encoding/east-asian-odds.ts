import type { EastAsian } from './languages.ts'

/**
 * Returns the probability of a character in a text of an East Asian language, as a natural logarithm, or null for
 * ASCII.
 */
export type CharacterOdds = (character: string) => number

const frequentCharacters: Readonly<Record<EastAsian, string>> = {
  japanese:
    '日本人大年中一国会上出生者地業方新場員立開手力代市東京都道府県区町村山川田島原野林森木水口北南西央海港港内外名前住所番号電話社株式有限事務所商品料金額円数量価格合計税月火土時分間曜午後入力済確認完了備考注文発送日付氏電車駅本店支店部長課係主任学校大学高校小学生男女性別佐藤鈴木高橋伊藤渡辺中村小林加山崎阪神戸横浜名古屋札幌福岡広仙台千葉埼玉奈良和歌太郎花子一二三四五六七八九十百万語文作成更新情報管理用種類見目自動車食品飲物肉魚米茶白黒青赤緑色形大小長短高低安全理気心体今度回最近同多少無不正',
  simplified:
    '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏号张伟王芳刘洋陈杰杨赵勇吴徐孙朱胡郭何罗宋郑谢韩唐冯董萧曹袁邓傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范方石姚谭廖邹熊陆孔崔康毛邱秦史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文州沪津渝冀豫云辽黑湘皖鲁浙赣鄂桂甘晋蒙陕吉闽贵粤藏川宁琼深圳厦镇县村街省购买销售价格名称备注姓联系址邮箱编型类状态期限户额付款货订客',
  traditional:
    '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員性通目華報立馬命張活難神數件安表原車白應路期常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台象記邊共風戰干接它許八特覺望直服林題建南度統色字請交愛讓認算論百義科怎元社術結六功指思非流每青管夫連遠資隊帶花快條院變聯言權往展該領傳近留紅治決週保達辦運武半候七必城父強步完革深區即求品士轉量空眾技輕程告江語英基派滿式李息寫識極令黃德收錢未持取設始版雙歷越史商千片容研像找友站廣改議形委早房音火際則首單據導影失網香專石若兵弟校讀志飛觀爭究包組造落視濟喜離雖號臺灣北高雄桃園新竹苗栗彰化投嘉義屏宜蘭蓮澎湖鎮鄉村街巷弄樓陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅簡朱鍾游詹胡沈怡君雅婷志明家豪淑芬美玲建宏俊傑姓備註購買銷售價格稱聯絡址郵箱編型類狀態限戶額付款貨訂客信義區仁愛忠孝路段',
  korean:
    '이다는을에의고가하지를은로기사자대시도서인리한들과수어나해있아일정만니그게라었부전보면것적들여구상성으장주소동습원공산제국안선유조문연요물신와거마경야오트회교드했무분세결생미영행중비학내우모관발년월실방통화되까계체당진업없단확명름입호심금재양순말치스바김박최강조윤임한송남권황홍류차민현지훈은영희철수석준혁태진희서울특별시부산광역시대구인천광주전울종로구중강남북도경기충청라제번길층호건물전화번이메일주문날짜가격수량합계금액고객회원등록상태비품명코드담당팀장과대표직원학생남녀',
}

const likely = -5.8
const possible = -9.2
const rare = -13.5
const punctuation = -4
const wrong = -9
const kana = -4.4

/** The thousands of characters at the front of the tables, ordered by frequency or by reading. */
const firstLevels: Readonly<
  Record<EastAsian, { readonly encoding: string; readonly leads: readonly [number, number] }>
> = {
  japanese: { encoding: 'euc-jp', leads: [0xb0, 0xcf] },
  simplified: { encoding: 'gb18030', leads: [0xb0, 0xd7] },
  traditional: { encoding: 'big5', leads: [0xa4, 0xc6] },
  korean: { encoding: 'euc-kr', leads: [0xb0, 0xc8] },
}
const known = new Map<EastAsian, CharacterOdds>()

export function eastAsianOdds(language: EastAsian): CharacterOdds {
  const odds = known.get(language) ?? makeOdds(language)
  known.set(language, odds)
  return odds
}

function makeOdds(language: EastAsian): CharacterOdds {
  const frequent = new Set(frequentCharacters[language])
  const first = firstLevel(language)
  return (character) => {
    if (frequent.has(character)) return likely
    if (/[\u3040-\u30ff]/.test(character)) return language === 'japanese' ? kana : wrong
    // Half-width forms are typical of a wrong reading.
    if (/[\uff61-\uff9f]/.test(character)) return -7.5
    if (/[\u3000-\u3003\u3008-\u3015\uff01-\uff5e\u00b7\u2014\u2018\u2019\u201c\u201d\u2026]/.test(character))
      return punctuation
    if (first.has(character)) return possible
    if (/[\u0080-\u024f\u0370-\u04ff\u2500-\u257f]/.test(character)) return wrong
    return rare
  }
}

/** Decodes a whole level at once, because a call of the decoder takes longer than a character. */
function firstLevel(language: EastAsian): ReadonlySet<string> {
  const { encoding, leads } = firstLevels[language]
  const pairs: number[] = []
  for (let lead = leads[0]; lead <= leads[1]; lead++)
    for (let trail = encoding === 'big5' ? 0x40 : 0xa1; trail < 0xff; trail++) pairs.push(lead, trail)
  const characters = new Set(new TextDecoder(encoding).decode(Uint8Array.from(pairs)))
  characters.delete('\ufffd')
  return characters
}
