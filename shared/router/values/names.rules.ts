/** Languages by their names in the languages the router reads. */
export const LANGUAGES = `
en english englisch* ingles* anglais* 英语 英文 英語
de german deutsch* aleman* allemand* 德语 德文 ドイツ語
es spanish spanisch* espanol* castellano espagnol* 西班牙语 西班牙文 スペイン語
fr french franzosisch* frances* francais* 法语 法文 フランス語
zh chinese mandarin chinesisch* chino* chinois* 中文 汉语 中国語
ja japanese japanisch* japones* japonais* 日语 日文 日本語
ko korean koreanisch* coreano* coreen* 韩语 韓国語
it italian italienisch* italiano* italien* 意大利语 イタリア語
pt portuguese portugiesisch* portugues* portugais* 葡萄牙语 ポルトガル語
nl dutch niederlandisch* hollandisch* neerlandes* holandes* neerlandais* 荷兰语 オランダ語
pl polish polnisch* polaco* polonais* 波兰语 ポーランド語
ru russian russisch* ruso* russe* 俄语 ロシア語
uk ukrainian ukrainisch* ucraniano* ukrainien* 乌克兰语 ウクライナ語
tr turkish turkisch* turco* turc turque 土耳其语 トルコ語
ar arabic arabisch* arabe* 阿拉伯语 アラビア語
he hebrew hebraisch* hebreo* hebreu 希伯来语 ヘブライ語
hi hindi 印地语 ヒンディー語
sv swedish schwedisch* sueco* suedois* 瑞典语 スウェーデン語
no norwegian norwegisch* noruego* norvegien* 挪威语 ノルウェー語
da danish danisch* danes* danois* 丹麦语 デンマーク語
fi finnish finnisch* finlandes* fines finnois* 芬兰语 フィンランド語
cs czech tschechisch* checo* tcheque* 捷克语 チェコ語
sk slovak slowakisch* eslovaco* slovaque*
hu hungarian ungarisch* hungaro* hongrois* 匈牙利语 ハンガリー語
ro romanian rumanisch* rumano* roumain* 罗马尼亚语 ルーマニア語
bg bulgarian bulgarisch* bulgaro* bulgare*
el greek griechisch* griego* grec grecque 希腊语 ギリシャ語
th thai thailandisch* tailandes* thailandais* 泰语 タイ語
vi vietnamese vietnamesisch* vietnamita* vietnamien* 越南语 ベトナム語
id indonesian indonesisch* indonesio* indonesien* 印尼语 インドネシア語
ca catalan katalanisch*
hr croatian kroatisch* croata* croate*
sr serbian serbisch* serbio* serbe*
et estonian estnisch*
lv latvian lettisch*
lt lithuanian litauisch*
fa persian farsi persisch* persa*
bn bengali
ms malay malaysian
sw swahili
`
/** Currencies by code, signs and names. */
export const CURRENCIES = `
USD $ usd dollar dollars dolar* us-dollar bucks 美元 ドル 米ドル
EUR € eur euro euros 欧元 ユーロ
GBP £ gbp pound pounds quid sterling pfund libra* livre* 英镑 ポンド
JPY ¥ jpy yen 日元 日円 円
CNY cny rmb yuan renminbi 人民币 人民元
CHF chf swiss_franc* franc francs franken schweizer_franken franco* 瑞士法郎 フラン
SEK sek swedish_kron* krona kronor
NOK nok norwegian_kron*
DKK dkk danish_kron*
PLN pln zloty zlotys zlotych 兹罗提
HUF huf forint forints forinty florin*
CZK czk koruna korunas czech_crown* krone_tschechisch
RON ron lei leu
TRY try lira liras turkish_lira
INR inr ₹ rupee rupees rupie* rupia* 卢比 ルピー
KRW krw ₩ won 韩元 ウォン
BRL brl real reais
MXN mxn mexican_peso* pesos
CAD cad canadian_dollar* kanadische_dollar* 加元 カナダドル
AUD aud australian_dollar* 澳元 豪ドル
NZD nzd kiwi_dollar* new_zealand_dollar*
SGD sgd singapore_dollar* 新加坡元
HKD hkd hong_kong_dollar* 港币 港元 香港ドル
ZAR zar rand
THB thb baht 泰铢 バーツ
ILS ils shekel*
IDR idr rupiah*
PHP php philippine_peso*
ISK isk icelandic_kron*
BGN bgn lev
MYR myr ringgit
`
/** Coins by symbol and name. */
export const COINS = `
btc bitcoin 比特币 ビットコイン
eth ether ethereum 以太坊 以太币 イーサリアム イーサ
sol solana ソラナ
doge dogecoin 狗狗币 ドージコイン
ada cardano
xrp ripple リップル
dot polkadot
link chainlink
ltc litecoin ライトコイン
avax avalanche
atom cosmos
near
uni uniswap
bnb
usdc
usdt tether
matic polygon
pol
shib shiba
trx tron
ton toncoin
bch bitcoin_cash
xlm stellar
xmr monero
etc ethereum_classic
fil filecoin
apt aptos
arb arbitrum
op optimism
sui
pepe
aave
mkr maker
icp
hbar hedera
inj injective
tia celestia
sei
`
/** Well-known companies by ticker. */
export const TICKERS = `
AAPL apple 苹果 アップル
MSFT microsoft 微软 マイクロソフト
GOOGL google alphabet 谷歌
AMZN amazon 亚马逊 アマゾン
META meta facebook
TSLA tesla 特斯拉 テスラ
NVDA nvidia 英伟达 エヌビディア
NFLX netflix
BA boeing 波音 ボーイング
INTC intel 英特尔
AMD amd
IBM ibm
ORCL oracle
CRM salesforce
ADBE adobe
DIS disney 迪士尼
KO coca-cola coca_cola 可口可乐
PEP pepsico pepsi
MCD mcdonald mcdonalds
NKE nike
SBUX starbucks 星巴克
WMT walmart
COST costco
JPM jpmorgan jp_morgan
BAC bank_of_america
GS goldman_sachs goldman
V visa
MA mastercard
PYPL paypal
COIN coinbase
UBER uber
ABNB airbnb
SHOP shopify
SPOT spotify
PFE pfizer
JNJ johnson_johnson
MRNA moderna
F ford_motor ford
GM general_motors
GE general_electric
XOM exxon exxonmobil
CVX chevron
T at_t
VZ verizon
QCOM qualcomm
AVGO broadcom
MU micron
PLTR palantir
SNOW snowflake
NET cloudflare
BABA alibaba 阿里巴巴
TSM tsmc 台积电
TM toyota 丰田 トヨタ
SONY sony ソニー
SAP sap_se
HD home_depot
CAT caterpillar
DE deere john_deere
LMT lockheed lockheed_martin
UNH unitedhealth
LLY eli_lilly
`
/** Time zones by city, country and abbreviation. */
export const ZONES = `
UTC utc gmt zulu 世界协调时
Europe/London london uk britain england londres 伦敦 ロンドン
Europe/Berlin berlin munich munchen hamburg frankfurt cologne koln germany deutschland alemania allemagne cet cest mez mesz 柏林 ベルリン
Europe/Paris paris france frankreich francia 巴黎 パリ
Europe/Madrid madrid barcelona spain spanien espana 马德里 マドリード
Europe/Rome rome roma rom milan italy italien italia
Europe/Zurich zurich geneva genf bern switzerland schweiz
Europe/Vienna vienna wien austria osterreich
Europe/Amsterdam amsterdam netherlands
Europe/Brussels brussels brussel bruxelles
Europe/Stockholm stockholm sweden
Europe/Oslo oslo norway
Europe/Copenhagen copenhagen kopenhagen denmark
Europe/Helsinki helsinki finland
Europe/Warsaw warsaw warschau varsovia varsovie poland
Europe/Prague prague prag praga
Europe/Budapest budapest
Europe/Lisbon lisbon lissabon lisboa lisbonne
Europe/Dublin dublin ireland
Europe/Athens athens athen
Europe/Istanbul istanbul turkey
Europe/Moscow moscow moskau moscu
Europe/Kyiv kyiv kiev
America/New_York new_york nyc newyork boston washington miami atlanta philadelphia eastern est edt et nueva_york 纽约 ニューヨーク
America/Chicago chicago dallas houston austin central cst cdt
America/Denver denver mountain mst mdt
America/Los_Angeles los_angeles san_francisco seattle la sf california pacific pst pdt pt 洛杉矶 旧金山 ロサンゼルス サンフランシスコ
America/Phoenix phoenix
America/Toronto toronto ottawa
America/Vancouver vancouver
America/Mexico_City mexico_city ciudad_de_mexico mexico
America/Sao_Paulo sao_paulo rio brasilia
America/Argentina/Buenos_Aires buenos_aires
America/Bogota bogota
America/Lima lima
America/Santiago santiago
Asia/Tokyo tokyo tokio osaka japan jst 东京 東京 日本時間
Asia/Shanghai shanghai beijing peking china shenzhen 上海 北京 北京时间
Asia/Hong_Kong hong_kong 香港
Asia/Singapore singapore singapur 新加坡 シンガポール
Asia/Seoul seoul korea kst 首尔 ソウル
Asia/Kolkata mumbai delhi bangalore bengaluru india kolkata ist
Asia/Dubai dubai 迪拜 ドバイ
Asia/Jakarta jakarta
Asia/Bangkok bangkok
Asia/Manila manila
Asia/Taipei taipei
Asia/Karachi karachi
Asia/Jerusalem jerusalem tel_aviv
Africa/Cairo cairo kairo
Africa/Johannesburg johannesburg cape_town
Africa/Lagos lagos
Africa/Nairobi nairobi
Australia/Sydney sydney melbourne 悉尼 シドニー
Australia/Perth perth
Pacific/Auckland auckland wellington
Pacific/Honolulu honolulu hawaii
`
