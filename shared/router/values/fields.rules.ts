import { fold } from '../goal/fold.ts'
import type { Known } from './known.ts'
import { dayIn } from './days.ts'
import { numberAfter, numberBefore } from './numbers.ts'
import { tagsIn } from './tags.ts'

type Reader = (known: Known, folded: string) => unknown

const table =
  (rows: readonly [RegExp, unknown][]): Reader =>
  (_, goal) =>
    rows.find(([pattern]) => pattern.test(goal))?.[1]
const id =
  (pattern: RegExp): Reader =>
  ({ goal }) =>
    pattern.exec(goal)?.[1] ?? undefined

/** What Tesseract calls the languages whose text is in a picture. */
const SCRIPTS: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  ru: 'rus',
  uk: 'ukr',
  tr: 'tur',
  ja: 'jpn',
  ko: 'kor',
  zh: 'chi_sim',
  ar: 'ara',
  he: 'heb',
  hi: 'hin',
  sv: 'swe',
  da: 'dan',
  no: 'nor',
  fi: 'fin',
  cs: 'ces',
  el: 'ell',
  hu: 'hun',
  ro: 'ron',
  th: 'tha',
  vi: 'vie',
}

/** Whether a language is that of something the goal speaks of: "a Korean menu", "the text is in German". */
export const isOfText = ({ start, end }: { start: number; end: number }, goal: string): boolean =>
  (OF_TEXT.test(goal.slice(end)) &&
    !/\b(?:as|into|to|in) (?:an? )?$/i.test(goal.slice(Math.max(0, start - 10), start))) ||
  TOLD_IN.test(goal.slice(Math.max(0, start - 16), start))
const OF_TEXT =
  /^[\s-]*(?:text|menu|sign|label|receipt|letter|poster|page|document|invoice|photo|scan|book|note|recording|interview|podcast|audio|speech|voice|call|voicemail|talk|clip|episode|speaker|handwriting|newspaper|print|characters|writing|ticket|contract|article|site|language|wikipedia|wiki|edition|dates?|numbers?|formats?|keyboard|customers?|market|law|spelling|users|buyers|company)/i
const TOLD_IN =
  /\b(?:is|are|it'?s|they'?re|written|spoken|speaks?|said|speaking|all) (?:in |on )?$|\b(?:recording|interview|podcast|menu|talk|call|memo|sign|speech|episode) in $/i

const languageOfText = ({ names, goal }: Known): string | undefined =>
  names.language.find((name) => isOfText(name, goal))?.value

const SECONDS: readonly [RegExp, number][] = [
  [/^s(?:ec|ek)/, 1],
  [/^min/, 60],
  [/^(?:h|stunde|hora|heure)/, 3_600],
  [/^(?:d|tag|dia|jour)/, 86_400],
  [/^(?:w|semana|semaine)/, 604_800],
  [/^(?:month|monat|mes|mois)/, 2_592_000],
]
const UNIT =
  '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|sekunden?|minuten?|stunden?|tagen?|tage|wochen?|segundos?|minutos?|horas?|dias?|semanas?|secondes?|heures?|jours?|semaines?)'

/** A length of time in seconds after one of these words (a pattern). */
const lasting =
  (words: string): Reader =>
  (_, goal) => {
    const found = new RegExp(
      `(?:${words})\\s+(?:the |about |only |at most |up to )?(?:(\\d+)|an?|one|two|three|four|six|seven|twelve)?[\\s-]*(${UNIT})`,
    ).exec(goal)
    if (found === null) return undefined
    const unit = SECONDS.find(([pattern]) => pattern.test(found[2] ?? ''))?.[1]
    const count = found[1] === undefined ? (numberBefore(found[0], UNIT) ?? 1) : Number(found[1])
    return unit === undefined ? undefined : unit * count
  }

const PER: readonly [RegExp, number][] = [
  [/\b(?:per|a|each|every|pro|por|par) (?:second|sekunde|segundo|seconde)\b|\/s\b|每秒|毎秒/, 1],
  [/\b(?:per|a|each|every|pro|por|par) (?:minute|minuto)\b|\/min\b|每分钟|毎分/, 60],
  [/\b(?:per|an|a|each|every|pro|por|par) (?:hour|stunde|hora|heure)\b|\/h\b|每小时|毎時/, 3_600],
  [/\b(?:per|a|each|every|pro|por|par) (?:day|tag|dia|jour)\b|\bdaily\b|\btaglich|每天|毎日/, 86_400],
  [/\b(?:per|a|each|every|pro|por|par) (?:week|woche|semana|semaine)\b|\bweekly\b/, 604_800],
]

/** Periods of several units: "30 requests per 60 seconds". */
const lastingOfPeriod: Reader = (known, goal) =>
  /\b(?:per|in|every|each|pro|por|par|within|over) \d+ /.test(goal)
    ? lasting('per|in|every|each|pro|por|par|within|over')(known, goal)
    : undefined

const digestOf = ({ values }: Known) => values.find(({ type }) => type === 'sha256')?.value

/** The flags of a pattern, by letter or in words. */
function flagsIn({ goal }: Known): string | undefined {
  const letters =
    /\bflags?\s*(?:are|is|[:=])?\s*["'`“]?([gimsuy]{1,6})\b/i.exec(goal)?.[1] ??
    /(?<![\w'’])([gimsuy]{1,6})["'`”]?[\s-](?:regex )?flags?\b/i.exec(goal)?.[1] ??
    /(?<![\w/:.])\/[^/\s][^/\n]*\/([gimsuy]{1,6})(?![\w/])/.exec(goal)?.[1] ??
    ''
  const said = [
    /\b(?:case[- ]?insensitiv\w*|ignor\w+ (?:the )?case|regardless of case|case does(?:n['’]t| not) matter)/i.test(goal)
      ? 'i'
      : '',
    /\bmulti-?line\b|\bper line anchors\b/i.test(goal) ? 'm' : '',
    /\bdot-?all\b|\bdots? (?:should )?match(?:es)? (?:new ?lines?|everything)/i.test(goal) ? 's' : '',
  ]
  const flags = [...new Set([...letters.toLowerCase(), ...said.join('')])].join('')
  return flags === '' ? undefined : flags
}

const days: Reader = (_, goal) => {
  const seconds = lasting(
    '(?:last|past|previous|within|in|over|letzten|vergangenen|ultimos|ultimas|derniers|dernieres)',
  )({} as Known, goal)
  return typeof seconds === 'number' && seconds >= 86_400 ? seconds / 86_400 : undefined
}

const isCompared = (goal: string) =>
  /\b(?:diff|chang\w*|compar\w*|against|between|since|versus|vs|differen\w*)\b/.test(goal)
const comparedIsNull: Reader = (_, goal) => (isCompared(goal) ? null : undefined)

/** Rules by which a goal says what an input is to be: by the name of the field, or that of outcome and field. */
export const FIELD_READERS: Readonly<Record<string, Reader>> = {
  'notepad-save.mode': table([
    [
      /\b(?:append\w*|at the (?:end|bottom)|to the (?:end|bottom|existing)|another line|one more line|without (?:over|re)\w+|don'?t (?:over|re)(?:write|place)|keep what|below what|anhang\w*|hinzu|dazu|anade\w*|agrega\w*|ajoute\w*|a la suite)\b|追加|附加|加到/,
      'append',
    ],
    [
      /\b(?:only if (?:it|there|that)|unless (?:it|there|that)|if (?:it|there) (?:is|does) ?n[o']t|create only|must not exist|refuse if)\b/,
      'create_only',
    ],
    [/\b(?:overwrite|replace)\b/, 'replace'],
  ]),
  'notepad-save.visibility': table([
    [/\b(?:make (?:it )?public|publicly|public note|for everyone|visible to (?:all|everyone))\b/, 'public'],
  ]),
  'workspace-write.op': table([
    [
      /\b(?:append\w*|at the end|to the (?:end|bottom)|add (?:a |the |this |one )?(?:line|row|entry)|anhang\w*|anade\w*|ajoute\w*)\b|追加|附加/,
      'append',
    ],
    [
      /\b(?:delete|remove|erase|discard|trash|get rid of|throw (?:away|out)|bin|losche?|entferne?|borra|elimina|supprime|efface)\b|删除|削除/,
      'delete',
    ],
    [/\b(?:move|rename|verschieb\w*|umbenenn\w*|mueve|renombra|renomme\w*|deplace\w*)\b|移动|重命名|移動/, 'move'],
  ]),
  'workspace-write.to': ({ goal }) =>
    /\b(?:move|rename|verschieb\w*|umbenenn\w*|mueve|renombra|renomme\w*|deplace\w*)\b.*\s(?:to|as|into|nach|in|a|en|vers)\s+((?:[\w-]+\/)*[\w-]+\.[a-z]{1,5})\b/i.exec(
      goal,
    )?.[1],
  'notepad-share.action': table([
    [/\b(?:unpublish\w*|private again|no longer public|take .{0,30}(?:off|out of) the public)\b/, 'unpublish'],
    [
      /\b(?:revok\w*|withdraw\w*|no longer|any longer|any ?more|stop sharing|take back|cut off|end the share|widerruf\w*|entzieh\w*|revoca\w*|revoque\w*|retire\w*)\b/,
      'revoke',
    ],
    [/\b(?:publish\w*|make .{0,40}\bpublic|for everyone|veroffentlich\w*)\b/, 'publish'],
    [
      /\b(?:which shares|list (?:the |all |my )?shares|who has (?:read |write )?access|who can (?:read|see)|existing shares|open shares)\b/,
      'list',
    ],
  ]),
  share_id: id(/\b(shr_\w+)/),
  thread_id: id(/\b(?:thread|discussion)\s+(?:of\s+)?((?:post|thr|thread)_\w+)/i),
  'square-post.reply_to': id(
    /\b(?:repl\w*|answer\w*|respon\w*|antwort\w*)\b.{0,60}?\b((?:post|thr|thread|sq)_\w{4,})/i,
  ),
  'square-feed.post_id': id(/\b(post_\w+)/),
  'square-post.tags': ({ goal }) => tagsIn(goal),
  'notepad-save.tags': ({ goal }) => tagsIn(goal),
  'square-post.link': (known) => known.values.find(({ type, from }) => type === 'url' && from === 'goal')?.value,
  'square-post.price_cents': (_, goal) => numberBefore(goal, '(?:us-?)?(?:cents?|centavos|centimes)'),
  to_agent: id(
    /\b(?:for|to|an|para|pour|über)\s+(?:the\s+|den\s+|el\s+)?(?:next\s+)?(?:agent|agente|bot)\s+(?:called\s+|named\s+)?["'“]?([\w-]{3,60})/i,
  ),
  environment: table([
    [/\b(?:production|prod|live|produktiv\w*|produktion\w*|produccion)\b|生产|本番|线上/, 'production'],
    [/\b(?:staging|preprod|pre-prod|test environment|testumgebung)\b/, 'staging'],
    [/\b(?:dev|development|local|localhost|my laptop|entwicklung\w*)\b/, 'dev'],
  ]),
  block: ({ goal }) => /\bat block\s+(?:number\s+)?(\d+)/i.exec(goal)?.[1],
  tokens: ({ goal }) => {
    const named = [
      ...new Set((goal.match(/\b(?:usdc|usdt|weth|dai|cbbtc|eurc)\b/gi) ?? []).map((name) => name.toUpperCase())),
    ]
    return named.length === 0 ? undefined : named
  },
  payee: ({ goal }) =>
    /\b(?:payee|for|to|at|bei|an|para|a|pour|chez)\s+((?:[a-z0-9-]+\.)+[a-z]{2,18})\b/i.exec(goal)?.[1],
  'attest.about_agent': id(
    /\b(?:about|vouch(?:es|ing)? for|rat(?:e|es|ing)|recommend\w*|endors\w+) (?:the )?(?:agent )?([a-z][\w-]*-\d+)/i,
  ),
  // A note that is compared is not read at that version.
  'notepad-read.version': comparedIsNull,
  'workspace-read.version': comparedIsNull,
  'notepad-read.diff_from': (_, goal) => (isCompared(goal) ? numberAfter(goal, '\\b(?:version|revision|v)') : null),
  'notepad-save.title': ({ goal }) =>
    /\b(?:title|titled|titel|titulo|titre)\s*[:=]?\s*["'“]?([\p{L}\p{N}][^"'”,.;]{1,80})/iu.exec(goal)?.[1]?.trim(),
  method: ({ goal }) => /\b(GET|POST|PUT|PATCH|DELETE|HEAD)\b/.exec(goal)?.[1],
  'prompt-injection-scan.source': table([
    [/\b(?:e-?mail|mail|inbox|newsletter)\b|邮件|メール/, 'email'],
    [/\b(?:web ?page|page|site|website|article|blog|seite|pagina)\b|网页|ページ/, 'web_page'],
    [/\btool (?:description|definition)s?\b/, 'tool_description'],
    [/\b(?:tool|api|command) (?:output|result|answer|response)\b/, 'tool_output'],
    [/\b(?:pdf|document|doc|file|contract|resume|cv|dokument)\b/, 'document'],
    [/\bmemor(?:y|ies)\b/, 'memory'],
  ]),
  'image-ocr.lang': (known) => SCRIPTS[languageOfText(known) ?? ''],
  'audio-transcribe.lang': (known) => languageOfText(known),
  'translate-text.from': (known) =>
    known.names.language.find(({ start }) =>
      /\b(?:from|aus dem|vom|del|desde el|du|de l['’])\s*(?:the\s+)?$/i.test(
        known.goal.slice(Math.max(0, start - 12), start),
      ),
    )?.value ?? languageOfText(known),
  'news-headlines.lang': (known) =>
    known.names.language.find(
      ({ start, end }) =>
        /^[\s-]*(?:language|news|headlines|press|papers|media|sources|newspapers|outlets|publishers)/i.test(
          known.goal.slice(end),
        ) || /\b(?:in|en|auf|em) (?:the )?$/i.test(known.goal.slice(Math.max(0, start - 8), start)),
    )?.value,
  multi: table([
    [
      /\b(?:(?:several|multiple|more than one|all|any number of) (?:\w+ )?(?:labels?|categories|topics|tags|may|can|that|which)|all that apply|may be (?:several|more)|multi-?label)\b/,
      true,
    ],
  ]),
  'notepad-list.sort': table([
    [/\boldest\b/, 'updated_asc'],
    [/\b(?:alphabetic\w*|by (?:key|name)|a to z)\b/, 'key_asc'],
  ]),
  'notepad-browse.sort': table([[/\b(?:popular|most read|most viewed|favou?rite|trending|best)\b/, 'popular']]),
  'redirect-resolve.max_hops': (_, goal) => numberBefore(goal, '(?:hops?|jumps?|redirects?)'),
  since_days: days,
  'sec-filings.since': sinceDate,
  'square-feed.since': sinceDate,
  'currency-convert.date': (_, goal) => dayIn(goal),
  'agent-usage.from': ({ now }, goal) => {
    const after = /\b(?:from|between|since|starting|after|ab|seit|desde|depuis|du)\s+(?:the\s+)?(.{3,24})/.exec(
      goal,
    )?.[1]
    return after === undefined ? undefined : dayIn(after, now)
  },
  'agent-usage.to': (_, goal) => /\b(?:to|until|till|through|and|bis|hasta|au)\s+(\d{4}-\d{2}-\d{2})\b/.exec(goal)?.[1],
  'summarize-text.focus': ({ goal }) =>
    /\b(?:focus(?:ing|ed|sed)?(?: only)? on|concentrat\w+ on|with (?:a )?focus on|emphasis on|especially (?:on )?|particularly |above all |mainly (?:on |about )?|(?:key |main )?points (?:about|on)|only (?:what|the parts?|things?) (?:it says |that (?:are|is) )?(?:about|on|concerning)|(?:summar\w+|shorten\w*|condense|boil\w*|sum up|gist|digest)[^.;,]{0,30}\b(?:about|regarding|concerning)|with regard to|schwerpunkt(?: auf)?|vor allem)\s*(?:the |our |its |den |die |das )?([\p{L}\p{N}][^.,;!?]{2,60})/iu
      .exec(goal)?.[1]
      ?.trim(),
  'image-describe.question': ({ goal, quoted }) => quoted[0] ?? /([^.!?:;]{6,120}\?)\s*$/.exec(goal)?.[1]?.trim(),
  'rate-limit-guard.limit': (_, goal) =>
    numberBefore(
      goal,
      '(?:calls?|requests?|messages?|hits?|times?|anfragen|aufrufe|peticiones|llamadas|requetes|appels)?\\s*(?:per|a|an|in|each|every|pro|por|par|\\/)\\s*(?:\\d+\\s*)?(?:second|minute|hour|day|sekunde|stunde|tag|segundo|minuto|hora|dia|heure|jour)',
    ),
  period_seconds: (known, goal) => lastingOfPeriod(known, goal) ?? table(PER)(known, goal),
  // "128k tokens".
  'token-budget-guard.context_window': (_, goal) => {
    const thousands = /(\d+(?:\.\d+)?)\s?k[\s-]*(?:tokens?[\s-]*)?(?:context|window|tokens?\b)/.exec(goal)?.[1]
    return thousands === undefined ? undefined : Math.round(1_000 * Number(thousands))
  },
  'regex-test.flags': flagsIn,
  'rate-limit-guard.burst': (_, goal) => numberAfter(goal, 'burst(?: of)?'),
  'action-receipt.payload_digest': digestOf,
  // A receipt is for what was sent, by its digest or as it is.
  'action-receipt.payload': (known) => {
    if (digestOf(known) !== undefined) return undefined
    if (known.input.text.trim() !== '') return '$input'
    return /\b(?:payload|nutzlast|carga|charge utile)\b(?:\s*(?:is|was|being|of|text))?\s*[:=]?\s*["'“]?(\S.{2,300}?)["'”]?\s*(?:[.;]\s|[.;]?$)/i.exec(
      known.goal,
    )?.[1]
  },
  'spend-guard.window_seconds': table(PER),
  'wallet-readiness-pack.window_seconds': table(PER),
  ceiling_cents: (_, goal) => {
    const said =
      /\b(?:ceiling|limit|cap|maximum|max|budget|not more than|never more than|at most|obergrenze|limite|plafond)\b[^.;]{0,30}?(\d+(?:[.,]\d+)?)\s*(cents?|usdc|usd|dollars?|(?=(?:a|per|each) (?:day|hour|week|run)|[.,;]|$))|\$\s?(\d+(?:\.\d+)?)\s*(?:a|per) day/.exec(
        goal,
      )
    if (said === null) return undefined
    return said[3] === undefined
      ? Number((said[1] ?? '').replace(',', '.')) * (/^(?:usdc|usd|dollar)/.test(said[2] ?? '') ? 100 : 1)
      : Number(said[3]) * 100
  },
  'spend-guard.mode': table([
    [/\b(?:release|give back|free up|let go)\b/, 'release'],
    [/\bcommit\b/, 'commit'],
    [
      /\b(?:only check|just check|without (?:reserv|hold)\w*|don'?t reserve|check only|would .{0,40} (?:be allowed|fit))\b/,
      'check',
    ],
  ]),
  'hmac-verify.algorithm': table([
    [/\bsha-?512\b/, 'sha512'],
    [/\bsha-?1\b/, 'sha1'],
  ]),
  ttl_seconds: lasting(
    '(?:for|expires? (?:in|after)|valid for|gone (?:in|after)|delete[ds]? after|keep it|lasts?|lives?|lasting|fur|por|pendant|pour|within)',
  ),
  expires_in_s: lasting(
    '(?:for|expires? (?:in|after)|valid for|gone (?:in|after)|lasts?|up|lasting|fur|por|pendant|pour|within|hours?|after)',
  ),
  wait_s: lasting('wait(?: for)?(?: up to| at most)?'),
  token: () => undefined,
  share_token: id(/\bshare[- ]?token:?\s+["'“`]?([\w-]{5,80})/i),
  tool_name: id(/\btool (?:called |named )?["'“`]?([\w.-]{3,60})/i),
  from_block: (_, goal) => numberAfter(goal, 'between blocks?|from blocks?|since block|blocks'),
  to_block: ({ goal }) => /\bblocks?\s+\d+\s*(?:and|to|-|–|until|through)\s*(?:block\s+)?(\d+)/i.exec(goal)?.[1],
  expected_payto: (known) =>
    known.values.find(({ type, from }) => from === 'goal' && (type === 'base-address' || type === 'solana-address'))
      ?.value,
  'weather.units': table([
    [/\b(?:fahrenheit|imperial|mph|°f)\b/, 'imperial'],
    [/\b(?:celsius|metric|°c)\b/, 'metric'],
  ]),
  strict: table([[/\b(?:strict(?:ly)?|streng|estricto|strictement)\b/, true]]),
  include_evidence: table([
    [/\b(?:evidence|what it (?:is|rests) (?:based )?on|behind the (?:number|score)|belege|pruebas|preuves)\b/, true],
  ]),
  include_attachments: table([
    [/\b(?:with|include|including|give me|and|the) (?:the |all |its )?(?:attachments?|attached files?)\b/, true],
  ]),
  include_zero: table([
    [
      /\b(?:empty|zero)[- ](?:balance|account|token)|\beven (?:the )?(?:empty|zero)|\bincluding (?:the )?(?:empty|zero)/,
      true,
    ],
  ]),
  include_links: table([
    [/\b(?:without|no|drop|strip|leave out|remove)\b (?:the |any |all )?(?:hyper)?links?\b/, false],
  ]),
  include_images: table([[/\b(?:with|keep|include|including)\b (?:the |all )?(?:images?|pictures?|photos?)\b/, true]]),
  return_clean: table([
    [
      /\b(?:clean(?:ed)? (?:version|text|copy)|without (?:them|it|the (?:orders|instructions|injection))|strip(?:ped)?|sanitis|sanitiz)/,
      true,
    ],
  ]),
  reverse_dns: table([[/\breverse(?: dns| lookup| name)?\b|\bptr\b|\bhostname\b/, true]]),
  'memory-exfil-guard.mode': table([
    [
      /\b(?:redact\w*|mask\w*|black(?:ed|en)? out|hide|anonymi[sz]e\w*|(?:remove|strip) (?:the |any |all )?(?:secrets|keys|pii|personal|names)|schwarz\w*|tacha\w*|oculta\w*|caviard\w*)\b/,
      'redact',
    ],
  ]),
  'json-repair.mode': table([[/\bstrict\b/, 'strict']]),
  follow_redirects: table([
    [
      /\b(?:do not|don'?t|without|no) follow\w*\b|\bwithout (?:the )?redirects?\b|\bfirst (?:hop|response) only\b/,
      false,
    ],
  ]),
  fetch_uri: table([
    [/\b(?:fetch|with|load|read) (?:the |its )?(?:off-?chain|uri|metadata (?:json|file|uri)|json)\b/, true],
  ]),
  scan_content: table([[/\b(?:without|don'?t|no) (?:scan|content)\w*/, false]]),
  'embed-text.kind': table([[/\bquer(?:y|ies)\b|\bsearch terms?\b/, 'query']]),
  'speech-synthesize.lang': (known) => spokenLanguage(known),
  selector: ({ goal }) => /\b(?:selector|element)\s+["'“`]?([#.][\w-]+)/.exec(goal)?.[1],
  must_keep: ({ quoted }) => (quoted.length > 0 ? [...quoted] : undefined),
  'json-schema-diff.role': table([
    [/\b(?:consumers?|readers?|clients?|callers?)\b(?!.*\bproducers?\b)/, 'consumer'],
    [/\bproducers?\b(?!.*\bconsumers?\b)/, 'producer'],
  ]),
}

/** Fields of which a goal says nothing by their names. */
export const NOT_SAID: ReadonlySet<string> = new Set(
  `safe screenshot approved delete normalize trial data_is_text token version_check now html resolvers wait_until layout network lang
  scope reference agent_id opt_out touches_money include_images include_links multi follow_redirects scan_content mode visibility
  status voice op action source kind policy limit amount_cents price_cents cost budget_usdc turns`.split(/\s+/),
)

/** By what words a goal counts something whose field has a longer name. */
export const NUMBER_NOUNS: Readonly<Record<string, string>> = {
  since_revision: 'revision|rev|revision number',
  from_block: '(?:from|since|after|starting (?:at|from)|beyond) block|block',
  version: 'version|revision|v',
  expected_version:
    "(?:expected|if (?:it is|it's|still at|at|on)(?: still)?(?: at)?|only (?:on|if)(?: at)?|still) version",
  max_chars: 'characters|chars|zeichen',
  max_chars_per_page: 'characters|chars',
  max_bytes: 'bytes',
  max_hops: 'hops|jumps',
  top_n: 'top|best|first',
  max_matches: 'matches',
  max_attempts: 'attempts|tries|retries',
  retry_budget_ratio: 'retry (?:budget|ratio)',
  context_window: '(?:tokens? )?context(?: window)?|(?:tokens? )?window|window of|fits? in(?:to)?|in a',
  budget_tokens: 'budget of|fits? in(?:to)?|limit of|at most|under|within|budget',
  turns: 'turns|rounds',
  price_per_mtok: 'per million tokens',
  max_findings: 'findings',
  max_pages: 'pages',
  delay_ms: 'ms|milliseconds',
  pin_version: '(?:pin\\w*(?: it)?(?: to)?|at|only) version|version',
  prepaid_balance_cents: 'balance(?: of)?|prepaid|left',
  tolerance_seconds: 'tolerance(?: of)?',
  device_scale: 'scale|retina',
  min_confirmations: 'confirmations?|blocks deep',
  soft_limit: 'soft limit',
  hard_limit: 'hard limit|bytes',
  samples: 'samples|times|probes',
  max_tokens: 'tokens',
  dimensions: 'dimensions|dims',
  max_seconds: 'seconds',
  speed: 'speed(?: of)?|x speed|times (?:the )?speed',
  seed: 'seed',
  bins: 'bins|buckets',
  quota_bytes: 'bytes',
  block: 'at block|block|block number',
  to_block: '(?:to|until|up to|through) block',
  model_year: 'model year|year',
}

function sinceDate(_: Known, goal: string): string | undefined {
  const said =
    /\b(?:since|after|from|starting|newer than|ab|seit|desde|depuis)\s+(?:the\s+)?(\d{4}-\d{2}-\d{2})\b/.exec(goal)?.[1]
  if (said !== undefined) return said
  const year = /\b(?:since|after|from|seit|desde|depuis)\s+((?:19|20)\d{2})\b/.exec(goal)?.[1]
  return year === undefined ? undefined : `${year}-01-01`
}

/** A voice speaks the language that a goal names for the text or the voice. */
function spokenLanguage({ names, goal }: Known): string | undefined {
  const voice = names.language.find(({ end }) =>
    /^[\s-]*(?:voice|stimme|voz|voix|speaker|audio|mp3|speech|accent)/i.test(fold(goal.slice(end))),
  )
  return voice?.value ?? names.language.at(-1)?.value
}
