import { fileOrder } from './file-orders.ts'
import { any, as, choice, flag, own, told, unless, type Way } from './ways.ts'

const PRODUCTION = 'prod|production|productive|live|produktiv\\w*|produktion\\w*|produccion|en vivo|生产|线上|本番'
const STAGING =
  'staging|pre-?prod|pre-?production|test(?:ing)? (?:environment|system|server)|uat|testumgebung|testsystem|preproduccion|entorno de pruebas|preproduction|recette|预发\\w*|预生产|测试环境|ステージング|検証環境'
const DEV =
  'dev|development|local|localhost|locally|(?:my|our|his|her) (?:own )?(?:laptop|machine|computer|box)|entwicklung\\w*|lokal\\w*|desarrollo|mi portatil|developpement|en local|开发(?:环境)?|本地|開発(?:環境)?|ローカル'
const environment = choice({ staging: STAGING, dev: DEV, production: PRODUCTION })

const MONEY_MOVES =
  '(?:real )?money|payments?|pay(?:s|ing)?|paid|refunds?|charge[sd]?|transfers? of (?:funds|money)|funds|financial|geld|zahlung\\w*|bezahl\\w*|erstatt\\w*|dinero|pagos?|reembolso|argent|paiements?|rembours\\w*|钱|付款|支付|退款|お金|支払|返金'
const sideEffect = choice({
  financial: MONEY_MOVES,
  communication:
    'e-?mails?|mails?|messages?|messag(?:e|ing)|sms|notif\\w+|tells? (?:the )?customer|nachricht\\w*|correos?|mensajes?|courriels?|邮件|消息|短信|メール|メッセージ',
  read_only:
    'read[- ]?only|only reads?|just reads?|reads? only|nothing is (?:written|changed)|nur lesend|liest nur|solo le[ae]r?|solo lectura|lecture seule|ne fait que lire|只读|読み取り専用|読むだけ',
  external_write: 'external(?:ly)? writ\\w+|writes? to (?:an? )?external',
})
const storage = choice({
  redis: 'redis|valkey|memcached',
  database:
    'databases?|postgres\\w*|mysql|sqlite|db|sql|tables?|datenbank\\w*|bases? de datos|bases? de donnees|bdd|数据库|データベース',
  memory:
    '(?:in|only in|in[- ])\\s?(?:the )?(?:memory|ram|process)|kept in memory|arbeitsspeicher|im speicher|en memoria|en memoire|内存|メモリ',
  file: '(?:in|on|to) (?:an?|the) (?:file|disk)|on disk|files|datei\\w*|auf platte|fichero|archivo|fichier|disque|文件里|ファイル',
  provider:
    '(?:the |our )?(?:payment )?provider|(?:at|by|with) stripe|by the api|anbieter|proveedor|fournisseur|prestataire|提供商|プロバイダ',
  none: "(?:not|never|no(?:where)?|do(?:es)?n[o’']t) (?:\\w+ ){0,2}(?:store|stored|kept|keep|saved|save|remember)(?:\\w* (?:the |any )?keys?)?|no keys|nowhere|nicht gespeichert|nirgends|no (?:se )?guarda\\w*|ne garde\\w* pas|不保存|没有保存|保存しない",
})
const KEEPS_NONE =
  /\b(?:do not|don['’]t|never|not|nowhere|nirgends|keine|no guard\w*|ne gard\w*|pas de)\b[^.;]{0,24}\b(?:store|stored|keep|kept|save|saved|keys?|schlussel|claves?|cles?)\b|不保存|保存しない/u

const REVOKE =
  'revok\\w*|withdraw\\w*|no longer (?:be able|read|see|have access|shared)|not (?:any longer|any ?more)|any (?:longer|more)|stop sharing|unshare|take back|cut off|end the share|cancel (?:the |that |my )?(?:share|link)|kill (?:the |that )?link|widerruf\\w*|entzieh\\w*|nicht mehr teilen|revoca\\w*|deja de compartir|ya no|revoque\\w*|retire\\w*|ne plus partager|撤销|取消(?:分享|共享)|共有を(?:取り消|やめ|止め)'
const tokens = (all: string): string[] => [
  ...new Set(
    (all.match(/(?<![a-z0-9])(?:usdc|usdt|weth|dai|cbbtc|eurc|eth|ether)(?![a-z0-9])/gu) ?? []).map((name) =>
      name === 'ether' ? 'ETH' : name === 'cbbtc' ? 'cbBTC' : name.toUpperCase(),
    ),
  ),
]

const chain = choice({
  solana: 'solana|sol(?: chain)?|svm|索拉纳|ソラナ',
  base: 'base|eip155:8453|evm|基础链',
})
const BASE_TESTNET = 'base[- ]?sepolia|sepolia|test ?net\\w*|testnetz|red de pruebas|reseau de test|测试网|テストネット'
const baseNetwork = choice({ 'base-sepolia': BASE_TESTNET, base: 'base(?: main ?net)?|main ?net' })
const solanaNetwork = choice({
  'solana-devnet': 'dev ?net|test ?net\\w*|testnetz|red de pruebas|开发网|测试网|テストネット',
  solana: 'main ?net',
})

/** The chain on which what the goal or the input names is. */
const ofValues: Way = own('network', ({ known: { has } }) =>
  has('solana-signature') && !has('tx-hash') ? 'solana' : has('tx-hash') || has('base-address') ? 'base' : undefined,
)

/** The chains that a goal likes best, the best first. */
const preferred: Way = own('prefer', ({ text }) => {
  const chains = '(solana|base|polygon|arbitrum|optimism|ethereum|avalanche)'
  const likes = new RegExp(
    `(?:prefer\\w*|rather(?: \\w+){1,2}?|favou?r\\w*|like[sd]? (?:to use |best )?|best|ideally|first(?: choice)?(?: is)?|sooner|better|lieber|am liebsten|bevorzug\\w*|zuerst|moglichst|prefier\\w*|mejor|primero|de preferencia|prefere\\w*|plutot|d['’]abord|de preference|优先|首选|最好用?)[\\s,:]*(?:(?:on|with|over|via|through|by|to|to pay on|uber|auf|en|por|sur|par) )?${chains}|${chains}[\\s,]*(?:(?:first|preferred|preferably|if possible|bevorzugt|zuerst|primero|de preferencia|d['’]abord|de preference|优先)|が(?:いい|良い)|を優先)`,
    'u',
  ).exec(text)
  const first = likes?.[1] ?? likes?.[2]
  if (likes === null || first === undefined) return undefined
  const next = new RegExp(
    `^[\\s,]*(?:and |then |if not |otherwise |dann |sonst |luego |si no |puis |sinon |其次|再|次に)+(?:then |on )?${chains}`,
    'u',
  ).exec(text.slice(likes.index + likes[0].length))?.[1]
  return next === undefined || next === first ? [first] : [first, next]
})

/** The names of resolvers that a goal asks. */
const resolvers: Way = own('resolvers', ({ text }) => {
  const named = [
    ...new Set(text.match(/(?<![a-z0-9-])(?:cloudflare|google|quad9|opendns|adguard)(?![a-z0-9-])/gu) ?? []),
  ]
  return named.length === 0 ? undefined : named
})
const networks: Way = own('networks', ({ text }) => {
  const named = [...new Set(text.match(/(?<![a-z0-9])(?:solana|base)(?![a-z0-9])/gu) ?? [])]
  return named.length > 0 &&
    /\b(?:wallets?|i (?:only )?(?:have|can|hold)|we (?:only )?(?:have|can|hold)|pay|cartera|portefeuille|monedero)\b|钱包|ウォレット/u.test(
      text,
    )
    ? named
    : undefined
})

/** The flags of a pattern, by letter or in words. */
const regexFlags: Way = own('flags', ({ raw, text }) => {
  const letters =
    /\bflags?\s*(?:are|is|[:=])?\s*["'`“]?([gimsuxy]{1,6})\b/i.exec(raw)?.[1] ??
    /(?<![\w'’])([gimsuxy]{1,6})["'`”]?[\s-](?:regex )?flags?\b/i.exec(raw)?.[1] ??
    /(?<![\w/:.])\/[^/\s][^/\n]*\/([gimsuxy]{1,6})(?![\w/])/.exec(raw)?.[1] ??
    ''
  const said = [
    [
      'i',
      /\b(?:case[- ]?insensitiv\w*|ignor\w+ (?:the )?case|regardless of (?:upper |lower )?case|case does(?:n['’]t| not) matter|upper or lower case|gross- und kleinschreibung (?:egal|ignor\w*)|unabhangig von gross|sin distinguir mayusculas|ignorando mayusculas|insensible a la casse|sans tenir compte de la casse)\b|不区分大小写|忽略大小写|大文字小文字を(?:区別|無視)/u,
    ],
    ['m', /\bmulti-?line\b|\bper line anchors\b|\bmehrzeilig\b|\bmultilinea\b|\bmultiligne\b|多行|複数行/u],
    ['s', /\bdot-?all\b|\bdots? (?:should )?match(?:es)? (?:new ?lines?|everything)/u],
  ] as const
  const flags = [
    ...new Set([...letters.toLowerCase(), ...said.flatMap(([flag, pattern]) => (pattern.test(text) ? [flag] : []))]),
  ].join('')
  return flags === '' ? undefined : flags
})

const method = (names: string): Way =>
  own('method', ({ raw }) => new RegExp(`(?<![A-Za-z])(${names})(?![A-Za-z])`).exec(raw)?.[1])
const PUBLIC =
  'make (?:it |this |that |the note |my note )?(?:\\w+ )?public|(?:everyone|anyone|everybody|all) (?:can|may) (?:see|read)|publicly|public (?:note|one)|(?:a|as) public|for everyone|visible (?:to|for) (?:all|everyone|everybody|anyone)|offentlich\\w*|fur alle sichtbar|public[ao]s?|visible para (?:todos|todo el mundo)|publique(?:ment)?|visible (?:par|pour) tous|公开|公開'
const PRIVATE =
  'private(?:ly)?|not public|not visible|invisible|(?:nobody|no one) else (?:can|may|should|is to) (?:see|read)|nicht sichtbar|no visible|only for me|hidden|nicht offentlich|privat\\w*|nur fur mich|privad[ao]|solo para mi|prive\\w*|私密|不公开|仅自己|非公開'

const APPEND =
  "append\\w*|at the (?:very )?(?:end|bottom)|to the (?:very )?(?:end|bottom|existing)|(?:another|one more|a further|the (?:new )?) ?line (?:to|in|at|on)|add (?:(?:a|the|this|that|these|one|it|another|my) )*(?:\\w+ ){0,2}(?:to|into|onto|below)|add it|without (?:over|re)\\w+|don[’']?t (?:over|re)(?:write|place)|keep what|below what|anhang\\w*|hange\\b.{0,30}\\ban|hinzu\\w*|dazu|erganz\\w*|anad\\w*|agreg\\w*|al final|ajout\\w*|a la suite|a la fin|追加|附加|加到|加在|末尾|書き足"

/** Fields that are one of some names, or yes or no, by name, or by outcome and name. */
export const CHOICES: Readonly<Record<string, Way>> = {
  environment,
  'capability-attack-surface-scan.environment': environment,
  side_effect: sideEffect,
  key_storage: own('key_storage', (part) => (KEEPS_NONE.test(part.text) ? 'none' : storage.read(part, false))),
  approved: told(
    '(?:has|have|was|is|were|been|already|explicitly|now) (?:been )?(?:approved|signed off|okayed|authori[sz]ed|green[- ]?lit)|(?:a |the |my |our )?(?:human|boss|manager|owner|cto|ceo|lead|person|user|team lead|chef|customer|i|we|he|she|they)(?: has| have| had| already)* (?:approved|signed (?:it |this )?off|okayed|authori[sz]ed|agreed|said yes|given (?:its|his|her|the|their) ok)|approved (?:by|exactly|this|it|that)|signed (?:it |this )?off|gave the go-?ahead|freigegeben|genehmigt|abgesegnet|aprobad[oa] por|ha aprobado|autorizad[oa] por|approuve\\w* par|a approuve|valide (?:par|ce)|autorise\\w* par|已(?:经)?(?:批准|同意|审批)|批准了|承認(?:済み|された|しました)',
    'nobody (?:has |yet )?(?:approved|signed|agreed|okayed|authori[sz]ed)\\w*|no one (?:has )?(?:approved|signed)|un-?approved|without (?:any )?approval|awaiting approval|nicht (?:freigegeben|genehmigt)|sin aprobar|pas (?:encore )?approuve\\w*|未批准|未承認',
  ),
  dry_run: told(
    'dry[- ]?runs?|trial runs?|only (?:a )?(?:simulation|rehearsal)|simulated|no-?op|probelauf|testlauf|trockenlauf|nothing (?:will|would|is going to) change|en seco|simulacro|simulacion|ensayo|a blanc|simulation|试运行|演练|空跑|ドライラン|試し',
  ),
  side_effecting: flag(
    'side[- ]?effects?|effects|has an effect|nebenwirkung\\w*|seiteneffekt\\w*|efectos(?: secundarios)?|effets?(?: de bord)?|副作用',
  ),
  touches_money: flag(
    '(?:real )?money|moves? (?:real )?(?:money|funds)|funds|financial|geld\\w*|dinero|argent|钱|资金|お金|資金',
  ),
  mint_receipt: flag(
    'receipts?|proof of (?:the )?decision|beleg\\w*|quittung\\w*|nachweis|recibos?|comprobante|recus?|justificatif|收据|回执|凭证|領収書|レシート|受領証',
  ),
  'drift-guard.kind': choice({
    categorical: 'categor\\w*|labels?|kategor\\w*|categori\\w*|类别|分类|カテゴリ',
    text: 'texts?|prose|texte|textos?|textes?|文本|テキスト|文章',
    records: 'records?|rows?|objects?|datensatz\\w*|registros?|filas|enregistrements?|lignes|记录|レコード',
    numeric:
      'numbers?|numeric\\w*|numerical|figures|measurements?|zahlen|messwerte|numeros?|numeric[ao]s?|nombres|chiffres|mesures|数值|数字|数値',
  }),
  'memory-exfil-guard.mode': choice({
    redact:
      'redact\\w*|mask\\w*|black(?:ed|en|ing)?[- ]?out|hide|hidden|blank (?:out|them|it)|anonymi[sz]e\\w*|(?:remov\\w*|strip\\w*|tak\\w* out|cut\\w* out) (?:the |any |all |its )*(?:secrets?|keys?|pii|personal|names|credentials|passwords?|tokens?)|clean(?:ed)?(?:[- ]up)? (?:copy|version|text)|schwarz\\w*|unkenntlich|anonymisier\\w*|bereinig\\w*|tacha\\w*|oculta\\w*|censur\\w*|anonimiza\\w*|enmascara\\w*|caviard\\w*|masqu\\w*|anonymis\\w*|打码|脱敏|遮盖|隐去|涂黑|伏せ|マスク|黒塗り|匿名化',
  }),
  'contract-pin-guard.kind': choice({
    openapi: 'open ?api|swagger',
    json_schema: 'json[- ]?schema\\w*|schema',
    mcp_catalog: '(?:mcp )?(?:tool )?catalog(?:ue)?|tools/list|all (?:the )?tools|tool ?list',
    mcp_tool: 'mcp[- ]tools?|tool(?: definition)?|mcp werkzeug|herramienta mcp|outil mcp',
  }),
  'csv-clean.encoding': choice({ base64: 'base ?64' }),
  'email-json.encoding': choice({ base64: 'base ?64' }),
  'hash-text.encoding': choice({ base64: 'base ?64', hex: 'hex(?:adecimal)?|in hex|十六进制|16進' }),
  delimiter: choice({
    ';': 'semi-?colons?|semikolon\\w*|strichpunkt\\w*|punto y coma|puntos? y comas?|points?[- ]virgules?|分号|セミコロン',
    '\t': 'tabs?|tab-separated|tsv|tabulator\\w*|tabulador\\w*|tabulacion\\w*|tabulations?|制表符|タブ',
    '|': 'pipes?|bars?|vertical bar|senkrechte\\w* strich\\w*|barras? vertical\\w*|barres? verticales?|竖线|縦棒|パイプ',
    ',': 'commas?|komma\\w*|comas|virgules?|逗号|カンマ',
  }),
  has_header: own('header', ({ text }) =>
    /(?:no|without(?: an?)?|lacks an?|missing|has no|kein\w*|ohne|sin|sans|pas d['’e ]*)\s*(?:header|heading|column names?|kopfzeile|uberschrift|encabezad\w*|cabecera|en-?tetes?)|没有(?:表头|标题)|无表头|ヘッダー?(?:なし|が?無|が?な)/u.test(
      text,
    )
      ? 'no'
      : /(?:header|heading|column names?|names of the columns|first (?:line|row) (?:is|has|holds|names|contains)|kopfzeile|spaltennamen|encabezad|cabecera|en-?tete)|表头|ヘッダ/u.test(
            text,
          )
        ? 'yes'
        : undefined,
  ),
  'csv-clean.output': choice({
    both: '(?:both|csv (?:and|und|y|et|&|\\+) json|json (?:and|und|y|et|&|\\+) csv)|beides|ambos|les deux|两种都|両方',
    json: '(?:as|to|into|in|als|nach|en|a|au format|en formato|im|format)?\\s?json(?:[- ]?(?:format|array|liste?))?|成json|でjson',
    csv: '(?:as|back as|still) (?:an? )?csv|csv back',
  }),
  algorithm: choice({ sha512: 'sha-?\\s?512', sha256: 'sha-?\\s?256', sha1: 'sha-?\\s?1', md5: 'md-?5' }),
  'json-repair.mode': choice({
    strict:
      'strict(?:ly)?|nothing (?:may|must|is to|can) be (?:lost|guessed)|no data (?:may|must|is to) be lost|refuse if|lossless(?:ly)?|without (?:losing|guessing)|streng|strikt|verlustfrei|estrict\\w*|sin perder|stricte?(?:ment)?|sans (?:rien )?perdre|严格|厳密|厳格',
  }),
  'json-schema-diff.role': choice({
    consumer:
      '(?:consumers?|readers?|clients?|callers?|those who read|who reads?|we read|consum\\w+|konsument\\w*|lesende?r?|verbraucher|consumidor\\w*|lector\\w*|consommateurs?|lecteurs?|消费者|消费方|読む側|利用者)(?!.*\\bproducers?\\b)',
    producer:
      'producers?|writers?|we (?:write|send|emit|produce|serve)|those who write|emit\\w*|produzent\\w*|schreibende?r?|erzeuger|productor\\w*|producteurs?|emetteurs?|生产者|生产方|生成側|送る側',
  }),
  draft: choice({
    '2020-12': '2020-12|draft ?2020',
    '2019-09': '2019-09|draft ?2019',
    'draft-07': 'draft[ -]?0?7|entwurf 7|borrador 7',
    'draft-06': 'draft[ -]?0?6',
    'draft-04': 'draft[ -]?0?4',
  }),
  assert_format: unless('formats?(?: keywords?| checks?)?|formate?n?|formatos?'),
  all_errors: own('errors', ({ text }) =>
    /(?:first|erste[nr]?|primer|premiere?)\s+(?:error|problem|mistake|violation|fehler|verstoss|error|fallo|erreur)|stop (?:at|after|on) (?:the )?(?:first|one)|fail[- ]fast|只(?:要|看)?第一个错误|最初のエラー/u.test(
      text,
    )
      ? false
      : undefined,
  ),
  'regex-test.flags': regexFlags,
  disambiguation: choice({
    earlier:
      '(?:the )?(?:earlier|first) (?:one|of|time|occurrence)|earlier|fruhere\\w*|anterior|le premier|plus tot|较早|早い方',
    later: '(?:the )?(?:later|second|last) (?:one|of|time|occurrence)|spatere\\w*|posterior|plus tard|较晚|遅い方',
    reject:
      'reject|refuse|fail|raise an error|error out|ablehnen|verweiger\\w*|rechaza\\w*|refuse[rz]?|rejette\\w*|拒绝|拒否|エラーに',
  }),
  'webhook-normalize.provider': choice(
    Object.fromEntries(
      'stripe github shopify slack twilio paypal square svix linear x402'.split(' ').map((name) => [name, name]),
    ),
  ),
  'hmac-verify.scheme': choice({
    ...Object.fromEntries('github stripe slack shopify'.split(' ').map((name) => [name, name])),
    'standard-webhooks': 'standard[- ]webhooks?|svix',
    raw: 'raw hmac|plain hmac|bare hmac',
  }),
  'weather.units': choice({
    imperial: 'fahrenheit|imperial|mph|miles|inches|°\\s?f|degrees f|华氏\\w*|華氏',
    metric: 'celsius|metric|centigrade|°\\s?c|degrees c|km/h|celsio|grados c|metrisch|metrico|metrique|摄氏\\w*|摂氏',
  }),
  include_attachments: flag(
    'attachments?|attached (?:files?|documents?)|anhang\\w*|anlagen?|adjuntos?|pieces? jointes?|附件|添付(?:ファイル)?',
  ),
  tables: flag('tables?|tabular|tabelle[n]?|tablas?|cuadros|tableaux?|表格|表'),
  follow_redirects: unless(
    'follow\\w*(?: (?:any |the |all |its )?redirect\\w*)?|redirect\\w*|weiterleitung\\w*|umleitung\\w*|redirecciones|redirections?|suivre|跟随(?:跳转)?|重定向|リダイレクト',
    'first (?:hop|response|answer) only|only the first (?:hop|response)',
  ),
  fallback_whois: unless(
    '(?:port ?43|whois)(?: fallback)?|fall ?back',
    'rdap only|only (?:the )?rdap|nur rdap|solo rdap|rdap uniquement',
  ),
  include_dns: unless('dns(?: records)?|mx(?: records)?'),
  include_zero: flag(
    '(?:empty|zero)(?:[- ](?:balances?|accounts?|tokens?|ones?))?|even (?:the )?(?:empty|zero)|leere[nr]?(?: konten)?|vaci[ao]s|cero|vides?|a zero|空的?|零余额|ゼロ残高|残高ゼロ',
  ),
  'payment-watch.network': any(choice({ 'base-sepolia': BASE_TESTNET }), chain, ofValues),
  'settlement-status.network': any(chain, ofValues),
  safe: own('safe', ({ text }) =>
    /(?:without|no|disable|switch(?:ed)? off|turn(?:ed)? off|ohne|sin|sans) (?:the |any )?(?:safe ?search|adult|nsfw|family)[ -]?(?:filter)?|safe ?search (?:is )?(?:off|disabled)|adult (?:results|content|pages) (?:too|allowed|are fine|included)|unfiltered|ungefiltert|关闭安全搜索|セーフサーチ(?:オフ|なし|を切)/u.test(
      text,
    )
      ? false
      : undefined,
  ),
  include_links: unless('(?:hyper)?links?|verknupfungen|enlaces|vinculos|liens?|链接|リンク'),
  include_images: flag(
    '(?:with|keep\\w*|includ\\w*|and) (?:the |all |its |their )?(?:images?|pictures?|photos?|figures)|images? (?:too|included|kept)|(?:mit|samt|inklusive) (?:den |allen )?(?:bilder\\w*|fotos)|con (?:las )?(?:imagenes|fotos)|avec (?:les )?images|保留图片|带图片|图片也|画像(?:も|付き|込み)',
  ),
  feed: choice({
    new: 'new(?:est)?(?! york| zealand)|latest|fresh(?:est)?|just (?:posted|submitted|in)|most recent|neu(?:este[nrs]?|en)|aktuellste[nrs]?|(?:mas )?nuev[oa]s?|mas recientes?|ultim[oa]s|nouveaux?|nouvelles|dernier\\w*|最新|新着|新しい|新帖',
    best: 'best(?:e[nr]?)?|highest[- ](?:voted|scored)|mejores|meilleur\\w*|最佳|最好|ベスト',
    top: "top|front ?page|main page|home ?page|startseite|titelseite|portada|page d[’']accueil|une|热门|首页|トップ|人気|hacker ?news|hn",
  }),
  depth: choice({
    deep: 'deep(?:ly)?|deeper|in[- ]depth|thorough(?:ly)?|detailed|exhaustive(?:ly)?|comprehensive(?:ly)?|extensive(?:ly)?|as much as possible|(?:twelve|12|a dozen) sources|grundlich\\w*|ausfuhrlich\\w*|eingehend|tiefgehend|umfassend|a fondo|en profundidad|exhaustiv\\w*|detallad\\w*|approfondi\\w*|en profondeur|detaille\\w*|深入|详细|全面|彻底|詳しく|徹底|深く',
    standard: 'standard|normal|medium|middling|(?:six|6) sources|mittel\\w*|estandar|media',
    quick:
      'quick(?:ly)?|brief(?:ly)?|short|rapid|fast|(?:three|3) sources|kurz\\w*|schnell\\w*|rapid[oa]\\w*|breve|rapide\\w*|vite|简单|快速|简要|ざっと|簡単|素早く',
  }),
  full_page: flag(
    'full[- ]?(?:page|length|height|size page)|(?:whole|entire|complete|full) (?:web ?|landing ?|start ?|home ?)?(?:page|site)|all of (?:it|the page)|(?:ganze|gesamte|komplette|vollstandige)[nrs]? (?:web)?seite|(?:pagina|sitio) (?:completa|entera)|toda la pagina|page (?:entiere|complete)|toute la page|(?:from )?top to bottom|scroll(?:ed)? (?:all the way|to the (?:end|bottom))|von oben bis unten|de arriba abajo|de haut en bas|整个?(?:网)?页|完整|长图|长截图|整张|全页|页面全部|ページ全体|フルページ|全体',
  ),
  'screenshot.format': choice({ jpeg: 'jpe?gs?', webp: 'webp', png: 'png' }),
  wait_until: choice({
    networkidle:
      'network (?:is |has gone |goes )?(?:idle|quiet|silent)|networkidle|(?:fully|completely) loaded|everything (?:is|has) loaded|netzwerk ruhig|alles geladen|red inactiva|todo (?:este )?cargado|reseau inactif|tout est charge|加载完(?:成|毕)?|読み込みが?(?:終わ|完了)',
    domcontentloaded: 'dom(?: ?content)?(?: is)? ?(?:loaded|ready)|domcontentloaded',
  }),
  dark: flag(
    'dark(?: mode| theme| colou?rs?)?|night (?:mode|colou?rs?|theme)|nachtmodus|dunkel\\w*|modo (?:noche|oscuro)|oscuro|mode (?:sombre|nuit)|sombre|暗色|深色|夜间模式|暗黑|ダーク\\w*|夜間モード',
  ),
  'website-intelligence.screenshot': unless(
    'screen ?shots?|pictures?|images?|bildschirmfotos?|bild(?:er)?|capturas?|imagenes|captures?|截图|图片|スクリーンショット|画像',
  ),
  'notepad-save.mode': choice({
    create_only:
      "only if (?:it|there|that|no|none|the)|unless (?:it|there|that|one)|if (?:it|there) (?:is|does) ?n[o’']t|create only|must not exist|refuse if|nur wenn (?:es|sie|noch)|solo si no|seulement si|仅当不存在|存在しない場合",
    append: APPEND,
    replace:
      'overwrit\\w*|replac\\w*|instead of what|uberschreib\\w*|ersetz\\w*|sobrescrib\\w*|reemplaz\\w*|ecrase\\w*|remplace\\w*|覆盖|替换|上書き|置き換え',
  }),
  'notepad-save.visibility': choice({ private: PRIVATE, public: PUBLIC }),
  'notepad-list.sort': choice({
    updated_asc: 'oldest(?: first)?|alteste\\w*(?: zuerst)?|mas antigu\\w*|plus ancien\\w*|最旧|最早|古い順',
    key_asc:
      'alphabetic\\w*|by (?:key|name)|a (?:to|-) z|in abc order|alphabetisch\\w*|nach (?:name|schlussel)|alfabetic\\w*|por (?:nombre|clave)|alphabetique\\w*|par (?:nom|cle)|字母顺序|按名称|アルファベット順|名前順',
  }),
  'notepad-browse.sort': choice({
    popular:
      'popular|most (?:read|viewed|liked|visited)|favou?rites?|trending|hottest|best|beliebt\\w*|meistgelesen\\w*|popular\\w*|mas (?:leid|vist)[oa]s|populaires?|(?:les )?plus lu\\w*|热门|最受欢迎|人気',
  }),
  'notepad-share.action': choice({
    unpublish:
      'unpublish\\w*|(?:to be |make (?:it )?|be )?private again|no longer public|not public any ?more|take .{0,30}(?:off|out of) the public|nicht mehr offentlich|wieder privat|despublica\\w*|ya no (?:sea )?public[oa]|depublie\\w*|取消公开|公開を(?:やめ|取り消|止め)|非公開に',
    revoke: REVOKE,
    publish:
      'publish\\w*|make .{0,40}public|(?:open|visible) (?:to|for) everyone|for everyone|veroffentlich\\w*|offentlich mach\\w*|publica(?:r|la|lo)?|haz publica|publie[rz]?|rends? publi\\w*|公开|发布|公開(?:して|する)',
    list: 'which shares|what shares|list (?:the |all |my )?shares|who has (?:read |write )?access|who (?:can|may) (?:read|see|open)|existing shares|open shares|active (?:shares|links)|welche freigaben|wer (?:kann|darf)|que comparticiones|quien (?:puede|tiene)|quels partages|qui (?:peut|a acces)|谁(?:能|可以)|有哪些分享|誰が',
  }),
  permission: choice({
    append:
      'append|writ(?:e|es|ing)(?: access)?|edit(?:ing)?|add to it|contribut\\w*|add (?:to|lines|things)|schreib\\w*|erganz\\w*|escrib\\w*|anadir|ecrire|ajouter|可写|编辑|追加|書き込み|編集',
    read: 'read(?:s|ing|ers?)?(?:[- ]?only)?|view(?:ing)?|lesen|lesend|leer|lectura|lire|lecture|只读|阅读|読(?:む|み|め)\\w*|閲覧',
  }),
  if_exists: own('exists', ({ text }) =>
    /\bor (?:give|return|use|reuse|take|get|hand)\b.{0,30}\b(?:one|there|existing|it|exists)\b|\bif (?:it|one|that|the \w+|there is one)?\s?(?:already |is |is already )*(?:exists?|there)\b.{0,20}\b(?:return|use|reuse|take|give|keep|fine|hand)|\b(?:reuse|return|use) (?:the |an )?(?:existing|one that exists)|\b(?:wenn|falls) (?:es|er|sie)\b.{0,12}\b(?:gibt|existiert)|\bsi (?:ya )?existe|\bs['’]il existe|(?:如果)?已(?:经)?存在.{0,6}(?:返回|使用|用)|既にあれば|存在すれば/u.test(
      text,
    )
      ? 'return'
      : undefined,
  ),
  'workspace-write.op': any(choice({ append: APPEND, json_patch: 'json[- ]?patch|rfc ?6902' }), fileOrder),
  'memory-integrity-check.mode': choice({
    merkle: 'merkle',
    chain: '(?:hash[- ]?)?chains?|chained|kette\\w*|hashkette|cadena|chaine|链|チェーン',
    snapshot:
      'snap ?shots?|(?:previous|last|earlier|trusted) (?:state|snapshot|copy)|letzter stand|instantanea|instantane|快照|スナップショット',
  }),
  scan_content: unless(
    '(?:scan\\w*|content|contents|poison\\w*|inhalt\\w*|contenido|contenu)(?: (?:the )?(?:content|contents|scan|checks?))?|内容|中身',
    'hash(?:es)? only|only (?:the )?hash\\w*',
  ),
  'square-post.kind': choice({
    announcement: 'announc\\w*|ankundig\\w*|anunci\\w*|annonc\\w*|公告|宣布|告知|お知らせ|発表',
    request:
      'requests?|(?:looking|asking|searching) for|seek(?:s|ing)?|(?:we|i) need|wanted|want(?:s|ing)? (?:some|an?|help)|such(?:e|en|t)|gesuch|anfrage|solicit\\w*|busc\\w*|necesit\\w*|demande\\w*|cherche\\w*|求|寻找|需要|依頼|募集|探して',
    offer:
      'offer\\w*|for sale|selling|sell|we (?:do|provide)|angebot\\w*|biete\\w*|ofert\\w*|ofrec\\w*|offre\\w*|propos\\w*|提供|出售|提供します',
  }),
  'square-feed.kind': choice({
    announcement: 'announc\\w*|ankundig\\w*|anunci\\w*|annonc\\w*|公告|告知|お知らせ',
    offer:
      'offer\\w*|on offer|angebote?n?|angeboten|biet\\w*|ofert\\w*|ofrec\\w*|offres?|offert\\w*|提供|出售|オファー',
    request:
      'requests?|(?:looking|asking|searching) for|wanted|sought|seeks?|gesuch\\w*|gesucht|anfragen|suchen|solicitud\\w*|busca\\w*|demande\\w*|recherch\\w*|cherch\\w*|求|需求|依頼|募集',
    reply: 'repl(?:y|ies)|answers to|antworten|respuestas|reponses|回复|返信',
  }),
  'attest.visibility': choice({
    private: PRIVATE,
    public: 'public(?:ly)?|offentlich|public[oa]|publique\\w*|公开|公開',
  }),
  'skill-signature-verify.format': choice({
    dsse: 'dsse',
    ssh: 'ssh',
    jws: 'jws',
    ed25519: 'ed-?25519',
    oms: 'oms|sigstore',
  }),
  'skill-signature-verify.strict': own('strict', ({ text }) =>
    /(?:extra|further|more|other|unsigned|zusatzliche|adicionales|supplementaires)[^.;]{0,24}(?:fine|ok(?:ay)?|allowed|may|accept\w*|erlaubt|in ordnung|permit\w*|d['’]accord)|not (?:so )?strict|lenient\w*|nicht streng/u.test(
      text,
    )
      ? false
      : undefined,
  ),
  'skill-vet.policy': choice({
    strict: 'strict(?:ly|est)?|streng\\w*|hard on|no mercy|estrict\\w*|stricte?(?:ment)?|severe|严格|厳しく|厳格',
    permissive:
      'permissive(?:ly)?|lenient(?:ly)?|relaxed|loose(?:ly)?|generous(?:ly)?|nachsichtig|locker|grosszugig|permisiv\\w*|indulgente|permissi\\w*|indulgent\\w*|宽松|緩く|寛容',
    balanced: 'balanced|ausgewogen|equilibrad\\w*|equilibre\\w*',
  }),
  'prompt-injection-scan.source': choice({
    email: 'e-?mails?|mails?|inbox|newsletters?|correos?|courriels?|邮件|メール',
    web_page:
      '(?:web ?)?pages?|web ?sites?|sites?|articles?|blog(?: post)?s?|(?:web)?seiten?|artikel|paginas?|sitio|articulo|网页|网站|ページ|サイト|記事',
    tool_description:
      'tool (?:description|definition)s?|werkzeugbeschreibung\\w*|descripcion(?:es)? de herramientas?|工具描述',
    tool_output:
      "(?:came|comes|coming|got|returned|sent|what i got) (?:back )?(?:from|by) (?:an?|the|my|our|some|another) (?:tool|api|command|function)|(?:tool|api|command|function)[- ]?(?:output|result|answer|response|call result)s?|werkzeugausgabe|toolausgabe|salida de (?:la )?herramienta|sortie d[’']outil|工具输出|ツールの(?:出力|結果)",
    document:
      'pdfs?|documents?|docs?|files?|contracts?|resumes?|cvs?|papers?|dokumente?|datei|vertrag|lebenslauf|documentos?|archivos?|contratos?|curriculum|fichiers?|contrat|文件|文档|简历|合同|文書|書類|ファイル|履歴書',
    memory: 'memor(?:y|ies)|gedachtnis|memoria|memoire|记忆|メモリ',
    user: '(?:what |from )?(?:an? |the |my )?users?(?: input| message| wrote| typed)?|nutzer\\w*|usuarios?|utilisateurs?|用户|ユーザー?',
  }),
  return_clean: flag(
    'clean(?:ed)?(?:[- ]up)? (?:version|text|copy|one)|sanit[ai]s\\w*|saniti[sz]\\w*|neutrali[sz]\\w*|strip(?:ped)?|without (?:them|it|the (?:orders|instructions|injections?))|bereinigt\\w*|gesaubert\\w*|sauber\\w*|limpi[oa]|saneado|nettoye\\w*|propre|干净(?:的)?|清理后|きれいな|無害化',
  ),
  'embed-text.kind': choice({
    document: 'documents?|dokumente?|documentos?|文档|文書',
    query:
      '(?:search )?quer(?:y|ies)|search terms?|searches|suchanfragen|suchbegriffe|consultas|requetes|查询|检索词|クエリ|検索語',
  }),
  normalize: unless('normali[sz]\\w*|unit length|normiert\\w*|normalisiert\\w*|归一化|正規化'),
  'spend-guard.mode': choice({
    release:
      'releas\\w*|give (?:it |them |the .{1,24} )?back|gives? back|free (?:up|the)|let (?:it )?go|unlock|return the|gib .{0,30} frei|freigeben|zuruckgeben|libera\\w*|devuelv\\w*|libere\\w*|rends?|释放|解除|解放',
    commit:
      'commit(?:ted)?|finali[sz]e|book (?:it|the)|settle (?:it|the)|verbuch\\w*|confirma\\w*|valide[rz]?|确认支出|確定',
    check:
      "only check|just check|check only|merely check|without (?:reserv|hold)\\w*|(?:don[’']?t|do not) (?:reserve|hold)|would .{0,40} (?:be allowed|fit|be ok)|nur prufen|nur pruf\\w*|solo comprueba|seulement verifier|只检查|確認だけ",
  }),
  save_policy: flag(
    "(?:keep|save|store|remember|set|make) (?:these|this|the|that|it|them)?\\s?(?:limits?|rules?|ceilings?|policy|values)?\\s?(?:as|for) (?:its|the|my|a|his|her|this|future)?\\s?(?:agent[’']s )?(?:policy|standard|default|future|later)|save (?:the |this |it as (?:a |the )?)?policy|als (?:regel|richtlinie) (?:speichern|merken)|guarda (?:como )?(?:la )?politica|comme politique|保存为策略|ポリシーとして",
  ),
  resolvers,
  reverse_dns: flag(
    "reverse(?: dns| lookup| name)?|ptr|(?:its|and (?:the|its)|with (?:the|its)|what) host ?names?|rueckwaerts\\w*|nombre (?:de|del) host|inverso|nom d[’']hote|反向|主机名|逆引き|ホスト名",
  ),
  group_by: choice({
    day: 'tag fur tag|dia (?:a|por) dia|jour (?:par|apres) jour|逐日|日ごと|1日ごと|(?:by|per|each|every|a) (?:day|date)|daily|day by day|(?:pro|je|nach) tag(?:en)?|taglich|por dia|al dia|diari[oa]|par jour|每天|按天|按日|日別|毎日',
    pack: '(?:by|per|each|every) packs?|(?:pro|je|nach) (?:paket|pack)|por paquete|par pack|按包|パック別',
    agent:
      '(?:by|per|each|every|which) agents?|(?:pro|je|nach|jeder) agent\\w*|(?:por|cada) agente|(?:par|chaque) agent|按代理|每个代理|エージェント(?:別|ごと)',
    rail: '(?:by|per|each|every|which) (?:payment )?rails?|(?:pro|nach) zahlungsweg|por via de pago|par moyen de paiement|按支付方式|決済手段別',
    slug: '(?:by|per|each|every|which) (?:tools?|outcomes?|slugs?|endpoints?|services?)|(?:pro|je|nach) (?:werkzeug|endpunkt|dienst)|(?:por|cada) (?:herramienta|servicio)|(?:par|chaque) (?:outil|service)|按工具|按接口|ツール別',
  }),
  metric: choice({
    settled_volume:
      'volumes?|turnover|settled|revenue|earned|earn(?:ers|ing|s)?|income|umsatz\\w*|volumen|einnahmen|ingresos|facturacion|chiffre|montants?|交易额|营业额|成交额|取引量|売上',
    jobs_completed:
      'jobs?|tasks? (?:completed|done|finished)|work (?:done|completed)|auftrage?n?|aufgaben|trabajos|tareas|travaux|taches|任务|工作|仕事|ジョブ',
    attestations: 'attest\\w*|vouched|bescheinig\\w*|atestacion\\w*|证明|証明',
    calls: 'calls?|busiest|usage|most used|active|aufrufe?n?|llamadas|mas usad\\w*|appels?|调用(?:次数)?|呼び出し',
    reputation: 'reputation|trust\\w*|ruf|vertrau\\w*|reputacion|confianza|confiance|信誉|口碑|評判|信頼',
  }),
  include_evidence: flag(
    'evidence|proofs?|what (?:it|that|this) (?:is|rests) (?:based )?(?:up)?on|(?:is )?based on|behind (?:it|the (?:number|score|rating))|sources for it|belege?n?|beweis\\w*|nachweise?|worauf|pruebas|evidencias?|en que se basa|preuves|sur quoi|证据|依据|証拠|根拠',
  ),
  'payment-required-lint.strict': flag(
    'strict(?:ly)?|warnings? (?:as|count as|are) errors?|no warnings|streng\\w*|strikt|warnungen (?:als|sind) fehler|estrict\\w*|stricte?(?:ment)?|avertissements? comme|严格|厳密|厳しく',
  ),
  facilitator: choice({
    payai: 'pay ?ai',
    'x402.org': 'x402\\.org',
    cdp: 'cdp|coinbase',
    self: 'self|ourselves|myself|own facilitator|settle it (?:our|my)sel\\w+|selbst|nosotros mismos|nous-memes|moi-meme|自己(?:结算)?|自分で|自前',
  }),
  prefer: preferred,
  allow_testnet: flag('test ?nets?|testnetze?|redes? de pruebas?|reseaux? de test|测试网|テストネット'),
  'endpoint-match.scope': choice({
    sellers:
      'sellers?|vendors?|third part(?:y|ies)|merchants?|providers|verkaufer\\w*|anbieter\\w*|vendedor\\w*|proveedor\\w*|vendeurs?|fournisseurs?|卖家|商家|販売者',
    outcomes:
      "(?:your|own|this service[’']?s?|built-?in|farebox) (?:own )?(?:outcomes?|tools?|endpoints?|services?)|outcomes only|only outcomes|eure eigenen|vuestr[oa]s|vos propres|你们自己的|自社の",
  }),
  'http-headers.method': method('HEAD|GET'),
  'route-pay-probe.method': method('GET|POST|PUT|PATCH|DELETE'),
  method: method('GET|POST'),
  wallet_networks: networks,
  'integration-readiness.role': choice({
    buyer:
      'buyers?|(?:we|i) (?:only |just )?buy|(?:wir|ich) kaufe\\w*|compramos|nous achetons|to buy|buying|purchas\\w*|as a customer|(?:as a )?client|kaufer\\w*|kaufen|einkauf\\w*|comprador\\w*|comprar|acheteur\\w*|acheter|买方|买家|购买|買い手|購入',
    seller:
      'sellers?|(?:we|i) (?:only |just )?(?:sell|charge for)|(?:wir|ich) verkauf\\w*|vendemos|nous vendons|to get paid|to sell|selling|merchants?|to be paid|verkaufer\\w*|verkaufen|vendedor\\w*|vender|vendeur\\w*|vendre|卖方|卖家|出售|売り手|販売',
  }),
  hmac_secret_present: own('secret', ({ text }) => {
    const said = flag(
      '(?:an? |the |our |its )?(?:shared |signing |hmac |webhook )?secrets?(?: key)?|geheimnis|secreto|密钥|シークレット',
    ).read({ text } as never, false)
    return said
  }),
  payment_mode: choice({
    prepaid:
      'pre-?paid(?: key| balance| credits?)?|(?:from|out of|with|aus|con|del|avec|du) (?:(?:my|our|the|dem|mi|el|mon|le) )?(?:balance|credits?|guthaben|saldo|solde)|vorausbezahlt\\w*|prepag\\w*|prepaye\\w*|预付(?:费)?|プリペイド|前払い',
    solana: 'solana|svm',
    exact_evm: 'base|evm|exact[- ]evm|ethereum',
  }),
  wallet_kind: choice({
    smart:
      'smart[- ](?:contract )?wallets?|contract wallets?|safe wallet|smart(?:e|es)? wallet|cartera inteligente|portefeuille intelligent|智能钱包|スマートウォレット',
    custodial: 'custodial|custody|hosted wallet|verwahrt\\w*|custodia\\w*|托管|カストディ',
    svm: 'svm|solana wallets?|phantom',
    eoa: 'eoa|externally owned|plain wallet|metamask|ordinary wallet|外部账户',
    none: 'no wallet|without a wallet|keine wallet|kein wallet|sin cartera|pas de portefeuille|没有钱包|ウォレットなし',
  }),
  'payment-response-bind.mode': choice({
    verify:
      'verif\\w*|(?:check|validate|prove) (?:this |that |the |an? )?(?:existing )?bind\\w*|pruf\\w*|comprueb\\w*|verifica\\w*|验证|核实|検証',
    bind: 'bind(?!ing)|binds|(?:issue|make|create|give|sign)\\b.{0,20}|binding|binde\\w*|ausstell\\w*|vincula\\w*|emite\\w*|lie[rz]?|relie\\w*|绑定|签发|結び付け|紐付け',
  }),
  'readback-receipt.mode': choice({
    subset:
      '(?:extra|further|more|other|additional|surplus) (?:fields|members|keys|things|properties)[^.;]{0,16}(?:fine|ok(?:ay)?|allowed|may|ignored|(?:not|[nt]o|n[’\\x27]t) (?:matter|count|bother))|(?:ignor\\w*|never mind|regardless of) (?:any |the |all )?(?:extra|further|other|additional|surplus)|(?:zusatzliche|weitere) felder (?:sind )?(?:egal|erlaubt|stor\\w*)|campos (?:extra|adicionales|de mas)|champs (?:supplementaires|en plus|en trop)|多余(?:的)?(?:字段|项)|余分な(?:項目|フィールド|キー)|at least|subset|mindestens|al menos|au moins|子集|少なくとも',
    exact:
      'exact(?:ly)?|nothing (?:more|else|less)|precisely|genau|exakt|exactamente|exactement|完全一致|一字不差|正確に|ぴったり',
  }),
  'preflight-cost-estimate.trial': flag(
    "(?:free )?trials?(?: keys?| account| plan| caps?)?|testschlussel|probe(?:schlussel|zugang)|de prueba|d[’']essai|试用|トライアル|お試し",
  ),
  'audit-field-matrix.profile': choice({
    accounting:
      'account(?:ing|ants?|s)|book-?keep\\w*|books|tax(?:es)?|ledger|buchhalt\\w*|buchfuhrung|steuer\\w*|contab\\w*|impuestos|compta\\w*|fiscal\\w*|会计|记账|财务|税|会計|経理|帳簿',
    dispute:
      'disput\\w*|complaints?|charge-?backs?|contest\\w*|court|claims? process|streit\\w*|reklamation\\w*|disputa\\w*|reclamacion\\w*|litige\\w*|reclamation|争议|纠纷|申诉|紛争|係争|異議',
    security: 'securit\\w*|forensic\\w*|incident\\w*|sicherheit\\w*|seguridad|securite|安全|セキュリティ',
    agent_log: "(?:agent(?:[’']s)? )?logs?|agentenprotokoll|registro del agente|journal|日志|ログ",
  }),
  task_sensitivity: own('sensitivity', ({ text }) =>
    /(?:nothing|not|no|isn['’]t|kein\w*|nicht|nada|no es|rien|pas)(?: \w+){0,2} (?:sensitive|confidential|secret|critical|vertraulich\w*|sensib\w*|heikel|delicad\w*|confidentiel\w*)|harmless|trivial|low[- ](?:risk|stakes|sensitivity)|unkritisch|harmlos|inofensiv\w*|sans risque|不敏感|无关紧要|重要ではな/u.test(
      text,
    )
      ? 'low'
      : /sensitiv|confidential|secret data|critical|personal data|medical|patient|high[- ](?:risk|stakes)|vertraulich|heikel|kritisch|delicad|confidencial|sensible|confidentiel|敏感|机密|保密|機密|秘密/u.test(
            text,
          )
        ? 'high'
        : undefined,
  ),
  'summarize-text.style': choice({
    bullets:
      'bullets?(?:[- ]?points?)?|bulleted|list of points|stichpunkt\\w*|stichwort\\w*|aufzahlung\\w*|vinetas?|puntos clave|en puntos|puces|en points|tirets|要点(?:列表)?|分点|列点|箇条書き',
    tldr: 'tl;?dr|one[- ]liner|in one line|kurzfassung in einem satz|一句话',
    paragraph:
      '(?:(?:an?|one|single|flowing|running|short) )+paragraph|flowing (?:text|prose)|prose|(?:in )?(?:einem )?(?:absatz|fliesstext)|parrafo|texto corrido|paragraphe|texte continu|段落|一段(?:话)?|文章で',
  }),
  multi: flag(
    '(?:several|multiple|more than one|many|all|any number of|two or more) (?:\\w+ )?(?:labels?|categories|topics|tags|classes|of them|may|can|that|which|apply|fit|are)|all that (?:apply|fit)|may be (?:several|more)|multi-?label|mehrere\\w*|alle zutreffenden|varias|multiples|plusieurs|可以多选|多个标签|多选|複数(?:可|選択|の)',
  ),
  allow_none: own('none', ({ text }) =>
    /one of (?:them|these|those) (?:has|must|needs?|does|should)|must (?:be|pick|choose|fit) one|always (?:pick|choose)|(?:no|never|without) ["'“]?none|force[d]? (?:a )?choice|eine? davon muss|uno tiene que|l['’]un d['’]eux doit|必须选|どれか(?:一つ)?を?必ず/u.test(
      text,
    )
      ? false
      : undefined,
  ),
  'extract-structured.strict': own('strict', ({ text }) =>
    /guess(?:ing|es)? (?:is|are) (?:fine|ok|okay|allowed|welcome)|may guess|not (?:so |too )?strict|infer(?:red|ring)?\b.{0,16}(?:fine|ok|allowed)|raten ist erlaubt|nicht streng|puedes adivinar|tu peux deviner|可以推测|推測(?:して)?も?(?:可|よい|いい)/u.test(
      text,
    )
      ? false
      : undefined,
  ),
  formality: choice({
    informal:
      'informal\\w*|casual\\w*|relaxed|friendly|colloquial\\w*|chatty|among friends|locker\\w*|umgangssprachlich|duze\\w*|geduzt|du-form|per du|tu form|tutea\\w*|de tu|coloquial|familier\\w*|tutoie\\w*|tutoy\\w*|decontracte|非正式|口语\\w*|随意|カジュアル|くだけた|タメ口',
    formal:
      'formal\\w*|polite\\w*|respectful\\w*|businesslike|formell\\w*|hoflich\\w*|siez\\w*|gesiezt|sie-form|per sie|(?:using|with|mit) (?:the )?[„"“]?sie[“"”]?|usted|cortes|formel\\w*|poli(?:ment|e)?|soutenu|vouvoie\\w*|vouvoy\\w*|正式|敬语|礼貌|敬語|丁寧|フォーマル',
  }),
  detail: choice({
    alt: 'alt(?:ernative)?[- ]?(?:text|tag|attribute)s?|for (?:a )?screen ?readers?|alternativtext|texto alternativo|texte alternatif|替代文本|代替テキスト',
    full: '(?:in )?(?:full |every |great |much |all )?details?|detailed|full(?:y)?|exhaustive(?:ly)?|at length|thorough(?:ly)?|ausfuhrlich\\w*|genau|detailliert\\w*|en detalle|detallad\\w*|en detail|detaille\\w*|详细|仔细|詳しく|詳細',
    short:
      'short(?:ly)?|brief(?:ly)?|in (?:one|a) (?:sentence|line)|kurz|breve(?:mente)?|bref|brievement|简短|短く|簡潔',
  }),
  layout: choice({
    single_column:
      'single column|one column|einspaltig\\w*|una (?:sola )?columna|une (?:seule )?colonne|单栏|単一列|1段組',
    sparse:
      'sparse|scattered|few (?:\\w+ )?words|here and there|verstreut\\w*|dispers[oa]s|eparpille\\w*|epars|零散|稀疏|まばら|点在',
  }),
  size: own('size', (part) => {
    const said = /(?<!\d)(512x512|1024x1024|1024x768|768x1024)(?!\d)/.exec(
      part.text.replaceAll(
        /(?<=\d)\s?(?:px )?(?:[x×]|by|wide(?:,| and| by)?|breit(?:,| und)?|mal|por|sur)\s?(?=\d)/gu,
        'x',
      ),
    )?.[1]
    return (
      said ??
      choice({
        '768x1024':
          'portrait[- ](?:format|orientation|mode|size)|(?:in|as) portrait|upright|vertical(?:ly)?|tall|hochformat|hochkant|en vertical|formato vertical|(?:format )?portrait|竖(?:版|图|向|屏)|縦長|縦向き',
        '1024x768':
          'landscape[- ](?:format|orientation|mode|size)|(?:in|as a?) ?landscape format|horizontal(?:ly)?|wide ?screen|wide (?:format|image|picture)|querformat|apaisad[oa]|formato horizontal|(?:format )?paysage|横(?:版|图|向|屏)|横長|横向き',
        '512x512':
          'small(?:er)?|thumbnail|icon[- ]sized?|klein\\w*|miniatur\\w*|pequen[oa]|miniature|petite?|小图|小さ(?:い|め)',
        '1024x1024': 'square|quadratisch\\w*|cuadrad[oa]|carre\\w*|正方形|方形|スクエア',
      }).read(part, false)
    )
  }),
  'audio-transcribe.format': choice({
    vtt: 'vtt|webvtt',
    srt: 'srt|subtitles?|subtitled|captions?|untertitel\\w*|subtitul\\w*|sous-titr\\w*|字幕',
    text: '(?:plain|bare|running|only|just|as|simple) text|text only|without (?:any )?time(?:stamp| ?code)?s?|(?:reiner?|nur|blosser?) text|solo (?:el )?texto|texto (?:plano|simple)|texte (?:brut|seul|simple)|纯文本|只要文字|テキストのみ|テキストだけ',
    segments:
      'segments?|time ?(?:stamps?|codes?)|timed|zeitstempel\\w*|zeitmarken|marcas de tiempo|horodat\\w*|时间戳|タイムスタンプ',
  }),
  'speech-synthesize.format': choice({ wav: 'wav', ogg: 'ogg|opus', mp3: 'mp3' }),
  voice: any(
    choice({
      'neutral-2': 'neutral-2',
      'warm-2': 'warm-2',
      'warm-1':
        'warm-1|warm(?:e|en|er|ly|hearted)?(?: \\w+)? (?:voice|tone|stimme)|warm|voz calida|calid[oa]|(?:voix )?chaleureuse|chaude|温暖|温柔|温かい|暖かい',
      'bright-1':
        'bright-1|(?:bright|cheerful|clear|light|young)(?: \\w+)? (?:voice|tone)|helle[rn]? stimme|voz (?:clara|alegre)|voix (?:claire|gaie)|明亮|清亮|明るい',
      'deep-1':
        'deep-1|(?:deep|low|dark|bass)(?: \\w+)? (?:voice|tone)|tiefe[rn]? stimme|voz (?:grave|profunda)|voix (?:grave|profonde)|低沉|深沉|低い',
      'story-1':
        'story-1|(?:story-?tell\\w*|narrat\\w*|audio ?book|bedtime)(?: \\w+)?(?: (?:voice|tone|style))?|erzahl\\w*|marchen\\w*|narrador\\w*|cuentacuentos|conteu\\w*|narrateur|讲故事|旁白|朗読|語り',
      'neutral-1': 'neutral-1|neutral\\w*(?: \\w+)? (?:voice|tone|stimme)|voz neutra|voix neutre|中性|ニュートラル',
    }),
  ),
  check_permit2: unless('permit ?2'),
  'base-erc20-logs.order': choice({
    asc: 'oldest(?: first)?|earliest(?: first)?|first to last|ascending|chronological\\w*|in (?:the )?order (?:of time|they happened)|alteste\\w*(?: zuerst)?|aufsteigend|chronologisch|mas antigu\\w*|ascendente|cronologic\\w*|plus ancien\\w*|croissant|chronologique|最早|升序|时间顺序|古い順|昇順',
    desc: 'newest first|latest first|most recent first|descending|neueste\\w* zuerst|absteigend|降序|新しい順',
  }),
  fetch_uri: flag(
    "(?:off-?chain|linked|uri(?:[’']s)?)[- ]?(?:json|metadata|data|file|content)?|(?:fetch|load|read|follow) (?:the |its )?(?:uri|metadata (?:json|file|uri)|json)|datos fuera de la cadena|hors chaine|链下|オフチェーン",
  ),
  block: own('block', ({ text, quantities }) => {
    const told = quantities().find(
      ({ dimension, before }) =>
        dimension === null &&
        /\b(?:at|as of|in|from|bei|en|au)?\s?(?:block|bloque|bloc)(?: (?:number|no\.?|nr\.?|height|#))?\s*#?$|(?:区块|ブロック)\s*$/u.test(
          before,
        ),
    )
    return told === undefined
      ? /(?<![a-z])(finali[sz]ed|safe)(?= (?:block|head|state))/u.exec(text)?.[1]?.replace('finalised', 'finalized')
      : String(told.value)
  }),
  tokens: own('tokens', ({ text }) => {
    const named = tokens(text)
    return named.length === 0 ? undefined : named
  }),
  'payment-watch.token': own('token', ({ text }) => tokens(text).find((name) => name !== 'ETH')),
  'base-eth-balance.network': baseNetwork,
  'base-erc20-balance.network': baseNetwork,
  'base-erc20-allowance.network': baseNetwork,
  'base-erc20-logs.network': baseNetwork,
  'base-tx-receipt.network': baseNetwork,
  'base-token-info.network': baseNetwork,
  'base-balances-batch.network': baseNetwork,
  'solana-balances.network': solanaNetwork,
  'tx-summary-lite.network': solanaNetwork,
  'token-metadata-lite.network': solanaNetwork,
  network_default: as(chain, (name: string) => (name === 'base' ? 'eip155:8453' : name)),
}
