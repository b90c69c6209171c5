import { fold } from '../goal/fold.ts'
import { COMMON } from '../goal/common-words.rules.ts'
import { ENGLISH } from '../goal/english-words.rules.ts'
import { dayIn } from './days.ts'
import { tagsIn } from './tags.ts'
import { topicOf } from './topic.ts'
import { type Known, valuesOf } from './known.ts'
import { numberAfter, numberBefore, numberOf } from './numbers.ts'

type Reader = (known: Known, folded: string) => unknown

const flag =
  (pattern: RegExp): Reader =>
  (_, goal) =>
    pattern.test(goal) ? true : undefined
const word =
  (pattern: RegExp, made: (found: string) => unknown = (found) => found): Reader =>
  (_, goal) => {
    const found = pattern.exec(goal)
    return found === null ? undefined : made(found[1] ?? found[0])
  }
const table =
  (rows: readonly [RegExp, unknown][]): Reader =>
  (_, goal) =>
    rows.find(([pattern]) => pattern.test(goal))?.[1]
const whole = (value: number | undefined, least: number, most: number) =>
  value === undefined ? undefined : Math.min(most, Math.max(least, Math.round(value)))

const PERIODS: readonly [RegExp, string][] = [
  [/\b(?:last|past|over the|previous) 24 hours\b/, '24h'],
  [/\b(?:last|past|over the|previous|these) (?:7|seven) days\b/, '7d'],
  [/\b(?:last|past|over the|previous|these) (?:30|thirty) days\b/, '30d'],
  [/\b(?:24 ?h|last day|today|yesterday|past day|heute|hoy|aujourd'?hui)\b|今天|今日/, '24h'],
  [
    /\b(?:7 ?d|last week|past week|this week|over the week|letzten? woche|semana|semaine)\b|一周|本周|上周|今週|先週/,
    '7d',
  ],
  [/\b(?:30 ?d|last month|past month|this month|monat|mes pasado|este mes|mois)\b|本月|上个月|一个月|今月|先月/, '30d'],
  [/\b(?:all time|ever|overall|of all)\b/, 'all'],
]
const FRESH: readonly [RegExp, string][] = [
  [/\b(?:today|last day|past day|24 hours|yesterday|heute|hoy|aujourd'?hui)\b|今天|今日/, 'day'],
  [
    /\b(?:past|last|this|previous|letzten?r?|diese[rn]?|ultima|esta|derniere|cette) (?:week|7 days|woche|semana|semaine)\b|本周|最近一周|今週/,
    'week',
  ],
  [
    /\b(?:past|last|this|previous|letzten?|diesen?|ultimo|este|dernier|ce) (?:month|30 days|monat|mes|mois)\b|本月|最近一个月|今月/,
    'month',
  ],
  [
    /\b(?:past|last|this|previous|letzten?|dieses|ultimo|este|derniere|cette) (?:year|12 months|jahr|ano|annee)\b|今年|最近一年/,
    'year',
  ],
]
const DNS_TYPES =
  /\b(AAAA|CNAME|MX|NS|TXT|SOA|CAA|SRV|PTR|HTTPS|DS|DNSKEY|TLSA|A)\b(?=[\s,/]*(?:and|und|y|et)?[\s,/]*(?:AAAA|CNAME|MX|NS|TXT|SOA|CAA|SRV|PTR|record|entr|eintr|registro|enregistrement|记录|レコード|of|for|lookup|von|de|$))/g

/** Rules by which a goal says what an optional field of a type is to be. Each is linear in the goal. */
export const READERS: Readonly<Record<string, Reader>> = {
  'word-count': (_, goal) =>
    whole(numberBefore(goal, 'words?\\b|worter|palabras|mots|字|词|語|単語') ?? sentencesAsWords(goal), 20, 500),
  count: (_, goal) => whole(countIn(goal.replaceAll(MEASURED, ' ').replaceAll(FORM, ' ')), 1, 50),
  freshness: table(FRESH),
  'age-hours': (_, goal) => {
    const days = numberBefore(goal, '(?:days?|tagen?|dias|jours|天|日間?)')
    return whole(
      numberBefore(goal, '(?:hours?|stunden|horas|heures|小时|時間)') ??
        (days === undefined ? undefined : days * 24) ??
        { day: 24, week: 168, month: 720, year: undefined }[String(table(FRESH)({} as Known, goal))],
      1,
      720,
    )
  },
  hours: (_, goal) => numberBefore(goal, '(?:hours?|h\\b|stunden|horas|heures|小时|時間)'),
  'day-count': (_, goal) =>
    whole(
      numberBefore(goal, '(?:days?|tagen?|dias|jours|天|日間?)') ??
        (/\b(?:tomorrow|tomorow|morgen|manana|demain)\b|明天|明日/.test(goal)
          ? 2
          : /\b(?:this|next|the) week|weekend|woche|semana|semaine|一周|今週|来週/.test(goal)
            ? 7
            : undefined),
      1,
      16,
    ),
  units: table([
    [/\b(?:fahrenheit|imperial|mph)\b/, 'imperial'],
    [/\b(?:celsius|metric)\b/, 'metric'],
  ]),
  'full-page': flag(
    /full[- ]?(?:page|length|height)|(?:whole|entire|complete) (?:web ?)?(?:page|site)|(?:ganze|gesamte|komplette|vollstandige)[nrs]? (?:web)?seite|(?:pagina|sitio) (?:completa|entera)|toda la pagina|page (?:entiere|complete)|toute la page|top to bottom|整个?(?:网)?页|完整|长图|长截图|整张|全页|页面全部|ページ全体|フルページ|全体/,
  ),
  dark: flag(
    /\bdark\b|\bnight (?:mode|colou?rs?|theme)\b|\bnachtmodus|\bmodo noche|dunkel|oscuro|sombre|暗色|深色|ダーク/,
  ),
  'pixel-width': (_, goal) =>
    dimensions(goal)?.[0] ??
    (/\b(?:mobile|phone|handy|movil|smartphone)\b|手机|スマホ/.test(goal)
      ? 390
      : numberBefore(goal, '(?:px|pixels?)\\s*wide')),
  'pixel-height': (_, goal) =>
    dimensions(goal)?.[1] ?? (/\b(?:mobile|phone|handy|movil|smartphone)\b|手机|スマホ/.test(goal) ? 844 : undefined),
  'image-size': word(/\b(512x512|1024x1024|1024x768|768x1024)\b/),
  'hash-algorithm': word(/\b(md5|sha-?1|sha-?256|sha-?512)\b/, (found) => found.replace('-', '')),
  key: ({ goal, quoted }) =>
    /\b(?:key|client|tenant|bucket|schlüssel|clave|clé|cle)(?:\s+(?:is|ist|es|est|named|called)(?=\s)|\s*[:=])?\s+["'“]?([\w.:-]{1,79}\w)/i.exec(
      goal,
    )?.[1] ?? quoted[0],
  'sec-form[]': ({ goal }) => {
    const forms = [
      ...new Set(
        goal.match(/\b(?:(?:10-[KQ]|8-K|S-1|13[DFG]|20-F|6-K)s?|DEF 14A|4(?= filing| form)|(?<=form )[345])\b/gi) ?? [],
      ),
    ].map((form) => form.toUpperCase().replace(/S$/, ''))
    if (forms.length > 0) return forms
    if (/annual report|jahresbericht|informe anual|rapport annuel|年报|年度報告/i.test(goal)) return ['10-K']
    return /quarterly report|quartalsbericht|informe trimestral|季报|四半期/i.test(goal) ? ['10-Q'] : undefined
  },
  'dns-type[]': ({ goal }) => list([...new Set(goal.match(DNS_TYPES) ?? [])]),
  'dns-type': ({ goal }) => goal.match(DNS_TYPES)?.[0],
  'hn-feed': table([
    [/\b(?:new|newest|latest)\b/, 'new'],
    [/\bbest\b/, 'best'],
    [/\b(?:top|front|hacker|hn)\b/, 'top'],
  ]),
  'wiki-language': ({ goal, names }) =>
    /wiki/i.test(goal)
      ? names.language.find(({ end }) => /^\s*(?:language\s*)?(?:wiki|edition)/i.test(goal.slice(end)))?.value
      : undefined,
  depth: table([
    [/\b(?:deep|thorough|in depth|in-depth|detailed|exhaustive)\b/, 'deep'],
    [/\bstandard\b/, 'standard'],
    [/\b(?:quick|brief|short)\b/, 'quick'],
  ]),
  'summary-style': table([
    [/bullet|stichpunkt|aufzahlung|vinetas|puces|要点|箇条書き/, 'bullets'],
    [/tl;?dr/, 'tldr'],
  ]),
  formality: table([
    [/\b(?:informal|casual|locker|duzen|tu form)\b/, 'informal'],
    [/\b(?:formal|polite|formell|siezen)\b|敬語/, 'formal'],
  ]),
  'audio-format': word(/\b(mp3|wav|ogg)\b/),
  'transcript-format': table([
    [/\bsrt\b|subtitle|untertitel|subtitulos|sous-titres|字幕/, 'srt'],
    [/\bvtt\b/, 'vtt'],
  ]),
  'image-detail': table([
    [/alt[- ]?text|代替テキスト/, 'alt'],
    [/\b(?:in detail|detailed|full)\b/, 'full'],
  ]),
  'csv-output': table([[/\b(?:as|to|into|als|en) json\b/, 'json']]),
  'tables-flag': flag(/\btables?\b|tabelle|tabla|tableau|表格/),
  'page-range': word(/\b(?:pages?|seiten?|paginas?|p\.) (\d+(?:\s*(?:-|–|to|through|until|bis|a)\s*\d+)?)\b/, (found) =>
    found.replace(/\s*(?:-|–|to|through|until|bis|a)\s*/, '-'),
  ),
  environment: table([
    [/\b(?:production|prod|produktion|produccion)\b|生产|本番/, 'production'],
    [/\bstaging\b/, 'staging'],
    [/\b(?:dev|development|local)\b/, 'dev'],
  ]),
  sensitivity: table([[/sensitiv|confidential|vertraulich|delicad|sensible|敏感|機密/, 'high']]),
  metric: table([
    [/volume|turnover|settled|umsatz|volumen|交易额|取引量/, 'settled_volume'],
    [/\bjobs?\b/, 'jobs_completed'],
    [/attest/, 'attestations'],
    [/\b(?:calls?|busiest|usage|aufrufe|llamadas|appels)\b|调用|呼び出し/, 'calls'],
    [/reputation|trust|ruf|reputacion|信誉|評判/, 'reputation'],
  ]),
  period: table(PERIODS),
  'usage-group': table([
    [/by (?:day|date)|per day|each day|taglich|por dia|par jour|按天|日別/, 'day'],
    [/by pack/, 'pack'],
    [/by agent|per agent/, 'agent'],
    [/by (?:tool|outcome|slug|endpoint)|per (?:tool|outcome|slug)|which (?:tool|outcome)/, 'slug'],
    [/by rail/, 'rail'],
  ]),
  permission: table([
    [/append|write access|edit/, 'append'],
    [/read/, 'read'],
  ]),
  lifetime: (_, goal) => {
    const days = numberBefore(goal, '(?:days?|tage?n?|dias|jours|天|日間?)')
    const hours = numberBefore(goal, '(?:hours?|h\\b|stunden|horas|heures|小时|時間)')
    return days !== undefined ? days * 86_400 : hours === undefined ? undefined : hours * 3_600
  },
  'max-uses': (_, goal) => numberBefore(goal, '(?:uses?|times|reads?|mal|veces|fois|次)'),
  'post-kind': table([
    [/announc|ankundig|anunci|annonc|公告|告知/, 'announcement'],
    [/\boffer|angebot|oferta|offre|提供/, 'offer'],
    [/\b(?:request|asking|looking for|need|want|wanted)|gesuch|anfrage|solicitud|demande|求|依頼/, 'request'],
  ]),
  'bind-mode': table([
    [/\b(?:issue|make|create|bind)\b.{0,12}|binding/, 'bind'],
    [/\bverify\b/, 'verify'],
  ]),
  'audit-profile': table([
    [/account|bookkeep|buchhalt|contab|compta|会计/, 'accounting'],
    [/disput/, 'dispute'],
    [/securit/, 'security'],
  ]),
  rating: (_, goal) =>
    numberBefore(goal, '(?:stars?|sterne?|estrellas|etoiles|星|of 5|out of 5|/ ?5)') ??
    numberAfter(goal, 'rating(?: of)?|rate'),
  'reserve-tokens': (_, goal) =>
    numberBefore(
      goal,
      '(?:tokens? )?(?:are |is |to be )?(?:kept|left|reserved|held back|set aside|free for|(?:spare )?for (?:the|its|an?) (?:answer|reply|output|response|completion))',
    ) ??
    numberBefore(goal, '(?:トークン|个?令牌|个? ?tokens?).{0,6}(?:残|空け|確保|留|给|余)') ??
    numberAfter(goal, 'reserv\\w*|keep|leave|留(?:出|下|给)?|预留'),
  'model-name': word(/\b(gpt-[\w.-]+|o[134](?:-mini)?|claude[\w.-]*|gemini[\w.-]*|llama[\w.-]*|mistral[\w.-]*)/),
  usdc: (_, goal) => usdcOf(goal),
  'usdc-amount': (_, goal) => usdcOf(goal)?.toString(),
  cents: (_, goal) => centsOf(goal),
  'wayback-time': (_, goal) => pastDate(goal),
  'iso-date': word(/\b(\d{4}-\d{2}-\d{2})\b/),
  network: ({ has, goal }) =>
    /solana/i.test(goal) || (has('solana-signature') && !has('tx-hash'))
      ? 'solana'
      : /\bbase\b/i.test(goal) || has('tx-hash') || has('base-address')
        ? 'base'
        : undefined,
  transaction: (known) => (valuesOf(known, 'tx-hash')[0] ?? valuesOf(known, 'solana-signature')[0])?.value,
  since: (_, goal) => /\bsince (\d{4}-\d{2}-\d{2})\b/.exec(goal)?.[1],
  'news-language': () => undefined,
  'image-question': () => undefined,
  'image-prompt': (known) => topicOf(known, 'prompt'),
  prefix: ({ goal }) =>
    /\b([\w-]+\/)(?=\s|$|[.,])/.exec(goal)?.[1] ??
    /(?:prefix|beginning with|starting with|start with|begin with) ["'“]?([\w/.-]+)/i.exec(goal)?.[1],
  'note-key': ({ goal, quoted }) =>
    /(?:\bkey|\bas|\bunder|\bcalled|\bnamed|\bnote|\bnotiz|\bals|\bunter|\bcomo|\bsous|\bclave|\bcle|schlüssel|作为|名为|キー)[\s:]*["'“「]?([\w.-]+(?:\/[\w.-]+)+)/iu.exec(
      goal,
    )?.[1] ??
    quoted.find((text) => /^[\w.-]+(?:\/[\w.-]+)*$/.test(text)) ??
    /\bnotes?\s+["'“]?([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)/i.exec(goal)?.[1] ??
    /(?:键名?|キー名?|主键|名前)(?:为|是|叫|は|[:：])?\s*["'“「]?([\w./-]{2,80})/u.exec(goal)?.[1] ??
    /\b(?:key|under|called|named|schlussel|unter|namens|clave|llamad[ao]|cle|nommee?|sous)\s+(?:the key |dem schlussel |la clave |la cle )?["'“]?([\w-]+[\w./-]*)/i
      .exec(fold(goal))?.[1]
      ?.replace(/\.$/, '') ??
    /(?<![\w:/.@])([a-z][\w-]*\/[\w./-]+\w)/i.exec(goal)?.[1],
  path: ({ goal, quoted }) =>
    /(?<![\w:/])((?:[\w-]+\/)*[\w-]+\.(?:md|txt|json|csv|ya?ml|log|html))\b/i.exec(goal)?.[1] ??
    quoted.find((text) => text.includes('/')) ??
    /(?<![\w:/.@])([a-z][\w-]*\/[\w./-]+\w)/i.exec(goal)?.[1],
  'tag[]': ({ goal }) => tagsIn(goal),
  tag: ({ goal }) =>
    /(?:#|\btag(?:g?ed)?(?: with| as)?:? |\b(?:etiquetas?|etiquettes?|schlagwort\w*|mot-cl[eé]s?|标签|タグ)[ :「]+|\babout )["'“]?([\p{L}\p{N}_-]+)/iu.exec(
      goal,
    )?.[1],
  'note-query': ({ goal, quoted }) =>
    quoted[0] ??
    /\b(?:about|mention(?:ing|s)?|containing|on|uber|sobre|sur) ([\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+){0,2})/iu.exec(
      goal,
    )?.[1],
  name: ({ goal, quoted }) =>
    /\b(?:named|called|name|call it|namens|genannt|llamado|nomme|名为|名前は?)[:\s]+["'“「]?([\p{L}\p{N}][\p{L}\p{N}_.-]*)/iu
      .exec(goal)?.[1]
      ?.replace(/\.$/, '') ??
    quoted[0] ??
    /\bfor (?:the )?([a-z][\w-]+(?:-[\w]+)+)/i.exec(goal)?.[1],
  'agent-id': (known) => known.input.members['agent_id'] ?? agentIn(known),
  members: (known) =>
    list(
      valuesOf(known, 'agent-name')
        .filter(({ from }) => from === 'goal')
        .map(({ value, end }) => ({ agent_id: value, role: roleAfter(known.goal, end) })),
    ),
  regex: (known) =>
    /e-?mail|contact|address|correo|courriel|邮箱|メール/i.test(known.goal)
      ? '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}'
      : (bareRegex(known.goal) ?? known.quoted[0] ?? patternIn(known.goal)),
  'repo-url': (known) => {
    const short = /(?<![\w/.:@-])([\w-]{1,39}\/[\w.-]{1,60})(?![\w/])/.exec(
      `${known.goal} ${known.input.text.slice(0, 200)}`,
    )?.[1]
    return short === undefined ? undefined : `https://github.com/${short}`
  },
  purpose: ({ goal }) => /\b((?:we|i) (?:sell|offer|make|want to sell|pitch|provide)[^.!?\n]{3,120})/i.exec(goal)?.[1],
  need: (known) => topicOf(known, 'query'),
  slug: ({ goal }) =>
    (/\b([a-z0-9]+(?:-[a-z0-9]+)+)\b/.exec(goal) ?? /\bfor (?:my |our |the )?([a-z][a-z-]{3,40})\b/.exec(goal))?.[1],
  'need-cents': (_, goal) => centsOf(goal),
  'git-ref': word(/\b(?:at|tag|ref|branch|version) (v?\d+\.\d+(?:\.\d+)?)\b/),
  'quote-currency': ({ names }) =>
    names.currency.find(({ value }) => !/^US?D?$/.test(value))?.value.toLowerCase() ??
    names.currency[0]?.value.toLowerCase(),
}

/** Numbers that measure something: they count no results. */
const MEASURED =
  /(?:\d[\d.,]*|\p{L}+)[\s-]?(?:words?|cents?|usd|usdc|dollars?|euros?|days?|hours?|weeks?|months?|years?|minutes?|seconds?|bytes|characters|chars|tokens|hops|pages? long|percent|%|px|ms|woerter|worter|tagen?|stunden|palabras|dias|horas|mots|jours|heures)(?![\p{L}])/giu

/** The names of forms, whose numbers count nothing. */
const FORM = /\b(?:10-[kq]|8-k|20-f|6-k|13[dfg])s?\b/gi

const countIn = (goal: string) =>
  numberAfter(
    goal,
    '\\b(?:top|best|first|newest|latest|last|limit|limit of|at most|no more than|up to|max|maximum|beste[nr]?|ersten|hochstens|maximal|primer[oa]s|mejores|como mucho|premiers?|meilleurs|au plus|前)',
  ) ??
  numberBefore(
    goal,
    '(?:(?:best|top|latest|newest|most recent|biggest|relevant|good|recent|main)\\s+)?(?:results?|hits?|links?|headlines?|stor(?:y|ie|ey)s|filings?|articles?|posts?|notes?|agents?|transfers?|payments?|items?|people|names|roles|jobs|files|pages|passages|matches|endpoints?|offers|requests|best|of them|of those|at most|max|tops|ergebnisse|treffer|resultados|noticias|resultats|条|件)',
  )

const list = <Item>(items: readonly Item[]) => (items.length === 0 ? undefined : [...items])

/** Who acts: an agent that the goal speaks as, or else the first that it names. */
export function agentIn(known: Known): unknown {
  const named = valuesOf(known, 'agent-name')
  const speaker = named.find(
    ({ from, start }) =>
      from === 'goal' && /\b(?:as|als|como|en tant que|i am|i['’]m)\s+(?:agent\s+)?$/i.test(known.goal.slice(0, start)),
  )
  const said = /\bagent (?:(called |named |id )["'“]?)?["'“]?([a-z][\w-]{2,40})/i.exec(known.goal)
  const word = said?.[2]?.toLowerCase() ?? ''
  // "Should my agent trust it" names nobody.
  const isWord =
    said?.[1] === undefined &&
    (COMMON.has(word) || ENGLISH.has(word) || OF_AGENTS.has(word) || WHICH_AGENT.test(known.goal.slice(0, said?.index)))
  return (speaker ?? named.find(({ from }) => from === 'goal') ?? named[0])?.value ?? (isWord ? undefined : said?.[2])
}
const WHICH_AGENT = /\b(?:which|what|whichever|each|every|no|any)\s+$/i
const OF_AGENTS = new Set(
  'that this who which setup may can is has did for reputation square ever and the really called named trust pay should reads read run runs before after with was will does done leaderboard registry card wallet'.split(
    ' ',
  ),
)

/** A word that can only be a pattern: "(a+)+$", "^v?(\\d+)$". */
export const bareRegex = (goal: string): string | undefined =>
  goal
    .split(/\s+/)
    .map((word) => word.replace(/^["'`“]|["'`”,;?]$/g, ''))
    .find(
      (word) =>
        !/^https?:|^[[{]*\{|":/.test(word) &&
        /[\\[(^]/.test(word) &&
        /[\])*+]/.test(word) &&
        /[+*$?^\\{|]/.test(word) &&
        word.length > 3,
    )

/** A pattern that stands in a goal as it is. */
const patternIn = (goal: string) =>
  /(?<![\w/:.])\/([^/\s][^/\n]*)\/[gimsuy]{0,4}(?![\w/])/.exec(goal)?.[1] ??
  /(?:pattern|regexp?|expression|muster|ausdruck|patron|motif)\s*[:=]?\s*(?=\S*[\\[({^$*+?|])(\S+)/i.exec(goal)?.[1]

const roleAfter = (goal: string, end: number) =>
  /^\s*\(?(?:as )?(?:a )?(writer|reader|owner|admin)/i.exec(goal.slice(end))?.[1]?.toLowerCase() === 'reader'
    ? 'reader'
    : 'writer'

function sentencesAsWords(goal: string): number | undefined {
  const sentences = numberBefore(goal, '(?:sentences?|satze[n]?|frases|phrases|lines?|句|文で)')
  return sentences === undefined ? undefined : sentences * 25
}

function dimensions(goal: string): [number, number] | undefined {
  const found = /\b(\d{3,4})\s?[x×]\s?(\d{3,4})\b/.exec(goal)
  return found === null ? undefined : [Number(found[1]), Number(found[2])]
}

const usdcOf = (goal: string): number | undefined => {
  const found = /(\d+(?:[.,]\d+)?)\s*(?:usdc|usd\b|dollars?|\$)|\$\s?(\d+(?:\.\d+)?)/i.exec(goal)
  const text = found?.[1] ?? found?.[2]
  if (text !== undefined) return numberOf(text)
  const cents = centsOf(goal)
  return cents === undefined ? undefined : cents / 100
}

function centsOf(goal: string): number | undefined {
  const held =
    /\b(?:reserve|hold|block|earmark|set aside|put aside|lock)\s+(\d+)(?!\s*(?:usdc|usd|dollars|h|hours))/i.exec(
      goal,
    )?.[1]
  if (held !== undefined) return Number(held)
  const cents = numberBefore(goal, '(?:us-?)?(?:cents?|centavos|centimes|centimos|美分|セント)')
  if (cents !== undefined) return cents
  const dollars = /(\d+(?:[.,]\d+)?)\s*(?:usdc|usd\b|dollars?)|\$\s?(\d+(?:\.\d+)?)/i.exec(goal)
  const value = numberOf(dollars?.[1] ?? dollars?.[2] ?? '')
  return value === undefined ? undefined : Math.round(value * 100)
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A year, month or day that a goal names, as the archive wants it: YYYY, YYYYMM or YYYYMMDD. */
export function pastDate(goal: string): string | undefined {
  const day = dayIn(goal.toLowerCase())
  if (day !== undefined) return day.replaceAll('-', '')
  const iso = /\b((?:19|20)\d{2})-(\d{2})(?:-(\d{2}))?\b/.exec(goal)
  if (iso !== null) return iso.slice(1).filter(Boolean).join('')
  const named = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? ((?:19|20)\d{2})\b/i.exec(goal)
  if (named !== null) return `${named[2]}${String(MONTHS.indexOf(named[1]?.toLowerCase() ?? '') + 1).padStart(2, '0')}`
  const cjk = /((?:19|20)\d{2})年(?:(\d{1,2})月)?/.exec(goal)
  if (cjk !== null) return `${cjk[1]}${cjk[2]?.padStart(2, '0') ?? ''}`
  if (/\b(?:oldest|earliest|first)\b|最早|最古/.test(goal)) return '1996'
  return (
    /\b(?:in|of|from|back in|im jahr|en|since|circa|around)\s+((?:19|20)\d{2})\b/i.exec(goal)?.[1] ??
    /(?<![\d/.-])((?:19|20)\d{2})(?![\d/.-]|\s*(?:px|words|tokens|cents|x))/.exec(
      goal.replaceAll(/https?:\S+/g, ' '),
    )?.[1]
  )
}
