import type { Quantity } from '../values/quantities.ts'
import { count, measure, number, ofTwo, past, pastChoice, period } from './amounts.ts'
import { any, as, own, type Way } from './ways.ts'
import { money } from './money.ts'
import { pixels } from './pixels.ts'

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000]

/** How long something lives. */
const LIVES =
  'for|expires?(?: in| after)?|expiring(?: in| after)?|valid for|gone (?:in|after)|deleted? after|lasts?|lasting|lives?|keep (?:it|this|that|them)|good for|after|up to|within|give up after|stop after|closes? (?:in|after)|fur|nach|gultig|verfallt nach|por|durante|pendant|pour|apres|expire dans|de|of|保留|有效|有効期限'
const LIVED =
  'only|long|later|lang|spater|de vida|life(?:time)?|workspace|share|link|note|post|(?:is|are) enough|后(?:失效|删除|过期)|後に'
const lives = (per: number) => measure('time', { per, after: LIVES, before: LIVED })

/** How long a summary is to be: in words, or sentences of some 25 words. */
const words: Way = any(
  measure('words', { isSure: true }),
  as(measure('sentences', { isSure: true }), (sentences: number) => sentences * 25),
)
const within = (way: Way, least: number, most: number): Way =>
  as(way, (value: number) => Math.min(most, Math.max(least, Math.round(value))))

const PAGES =
  'web ?results?|hits?|links?|pages?|sites?|websites?|web ?pages?|sources?|articles?|tutorials?|guides?|urls?|posts?|seiten|webseiten|quellen|treffer|links|artikel|paginas?|sitios|enlaces|fuentes|articulos|pages?|liens?|sources?|网页|结果|链接|篇|ページ'
const NEWS =
  'headlines?|news|stor(?:y|ie|ey)s|articles?|items?|reports?|pieces?|schlagzeilen|nachrichten|meldungen|artikel|titulares|noticias|articulos|titres|nouvelles|actualites|articles|新闻|条|ニュース'
const POSTS =
  'posts?|messages?|offers?|requests?|announcements?|beitrage|angebote|gesuche|nachrichten|mensajes|ofertas|publicaciones|anuncios|messages|offres|annonces|帖子|投稿'
const NOTES = 'notes?|notizen|notas|笔记|メモ'
const AGENTS = 'agents?|bots?|sellers?|names?|places?|ranks?|agenten|platze|agentes|puestos|places|代理|エージェント'
const ATTEMPTS =
  'attempts?|tries|retries|重试|再試行|versuche|wiederholungen|intentos|reintentos|tentatives|essais|次重试|回'
const WINDOW =
  'context(?: window)?|window|kontext(?:fenster)?|ventana|contexto|fenetre|contexte|fits?(?: in(?:to)?)?|passt(?: das)? in|cabe en|上下文|コンテキスト'

/** The least budget of calls that a goal sets: how many, or for how much. */
const budget: Way = own('budget', (part) => {
  const calls = any(
    number('calls?|steps?|tool calls?|aufrufe|schritte|llamadas|appels|调用|呼び出し'),
    number(
      '(?:is |be )?(?:the most|the limit|the maximum|my limit|the cap|its limit)|budget|limit|maximum|hochstens|maximal|at most|no more than',
    ),
  ).read(part, false)
  const cost = money('usdc', ['most', 'ceiling', 'price', 'plain']).read(part, false)
  const found = {
    ...(calls === undefined ? {} : { max_calls: calls }),
    ...(cost === undefined ? {} : { max_cost_usd: cost }),
  }
  return Object.keys(found).length === 0 ? undefined : found
})

const scale: Way = own('scale', ({ text, quantities }) => {
  const times = quantities().find(
    ({ dimension, value, before, after }) =>
      dimension === 'times' &&
      value <= 3 &&
      /resolution|scale|dpi|ratio|retina|auflosung|resolucion/u.test(before + after),
  )
  return (
    times?.value ??
    (/(?<![a-z])(?:retina|hi-?dpi|high[- ]dpi|double (?:the )?(?:resolution|density)|doppelte[nr]? auflosung|doble resolucion|double resolution)(?![a-z])|@2x|2倍解像度/u.test(
      text,
    )
      ? 2
      : undefined)
  )
})

const speed: Way = own('speed', ({ text, quantities }) => {
  const said = quantities().find(
    ({ dimension, value, before, after }) =>
      value > 0 &&
      value <= 3 &&
      ((dimension === 'times' &&
        /speed|rate|fast|tempo|geschwindigkeit|velocidad|vitesse|schnell|速/u.test(before + after)) ||
        (dimension === null && /\b(?:speed|rate)(?: of)?\s*$/u.test(before))),
  )
  if (said !== undefined) return said.value
  if (
    /(?<![a-z])(?:double|twice the|doppelte[nrm]?|doble|deux fois la) (?:speed|geschwindigkeit|velocidad|vitesse)|twice as fast|二倍速|2倍速/u.test(
      text,
    )
  )
    return 2
  return /(?<![a-z])half (?:the )?speed|halbe[rm]? geschwindigkeit|mitad de velocidad/u.test(text) ? 0.5 : undefined
})

const days: Way = any(
  measure('time', { per: DAY, isSure: true }),
  own('days', ({ text }) =>
    /(?<![a-z])(?:tomm?orr?ow|morgen|manana|demain)(?![a-z])|明天|明日/u.test(text)
      ? 2
      : /(?<![a-z])(?:(?:this|next|the|coming|whole|kommende|nachste|diese|esta|proxima|cette|la) (?:we[ae]k|woche|semana|semaine)|weekend|wochenende|fin de semana|semaine prochaine|week-end)(?![a-z])|一周|本周|下周|今週|来週|周末|週末/u.test(
            text,
          )
        ? 7
        : undefined,
  ),
)

const AGES: readonly (readonly [string, number])[] = [
  ['day', 1.5 * DAY],
  ['week', 8 * DAY],
  ['month', 32 * DAY],
  ['year', 370 * DAY],
]

/** Fields that are numbers, by name, or by outcome and name. */
export const NUMBERS: Readonly<Record<string, Way>> = {
  'web-search.limit': count(PAGES),
  'search-scrape.limit': count(PAGES),
  'news-headlines.limit': count(NEWS),
  'hn-headlines.limit': count(`${NEWS}|links?|posts?|submissions|threads`),
  'sec-filings.limit': count(
    'filings?|reports?|forms?|documents?|einreichungen|berichte|informes|presentaciones|rapports|documents|depots|申报|文件|書類|报告|10-[kq]s?|8-ks?',
  ),
  'notepad-list.limit': count(NOTES),
  'notepad-browse.limit': count(NOTES),
  'workspace-list.limit': count('files?|paths|documents?|workspaces|dateien|archivos|ficheros|fichiers|文件|ファイル'),
  'square-feed.limit': count(POSTS),
  'agent-leaderboard.limit': count(AGENTS),
  'company-people.limit': count(
    'people|persons|contacts|names|employees|leaders|executives|managers|personen|leute|kontakte|personas|contactos|personnes|人',
  ),
  'hiring-signals.limit': count(
    'roles?|jobs?|openings?|positions?|vacancies|listings|stellen|puestos|vacantes|postes|offres|职位|求人',
  ),
  'endpoint-match.limit': count(
    'endpoints?|outcomes?|matches|services?|apis?|tools?|offers?|candidates?|options?|endpunkte|dienste|servicios|services|接口',
  ),
  'base-erc20-logs.limit': count(
    'transfers?|payments?|transactions?|logs?|movements?|uberweisungen|zahlungen|transferencias|pagos|transferts|virements|paiements|转账|送金',
  ),
  'rerank-passages.top_n': count(
    'passages?|paragraphs?|results?|texts?|answers?|hits?|absatze|textstellen|treffer|ergebnisse|pasajes|parrafos|resultados|passages|paragraphes|resultats|段落|段',
  ),
  'lead-brief-plus.competitors': number(
    'competitors?|rivals?|alternatives|wettbewerber|konkurrenten|competidores|rivales|concurrents|竞争对手|競合',
  ),
  'website-intelligence.max_pages': number('(?:sub)?pages?|seiten|unterseiten|paginas|个?页面?|ページ'),
  'regex-test.max_matches': count('matches|hits?|occurrences|treffer|coincidencias|resultats|correspondances|匹配'),
  'prompt-injection-scan.max_findings': count('findings?|hits?|spots?|places|funde|stellen|hallazgos|resultats'),
  'redirect-resolve.max_hops': number(
    'hops?|jumps?|redirects?|redirections?|steps?|sprunge|weiterleitungen|saltos|redirecciones|sauts|redirections|跳|ホップ',
  ),
  'stable-payto-check.samples': number(
    'samples?|probes?|times|requests|proben|stichproben|anfragen|muestras|pruebas|sondes?|essais|次',
    { of: [null, 'times'] },
  ),
  'payment-watch.min_confirmations': number(
    'confirmations?|blocks deep|bestatigungen|confirmaciones|confirmations|确认|承認',
  ),
  max_attempts: number(ATTEMPTS, { of: [null, 'times'] }),
  turns: number('turns?|rounds?|messages per session|runden|turnos|rondas|tours?|轮|ターン'),
  bins: number('bins?|buckets?|classes|klassen|intervalle|clases|intervalos|分箱'),
  samples: number('samples?|probes?'),
  seed: number('seed|startwert|semilla|graine|种子|シード'),
  burst: number('bursts?|bucket(?: size)?|spitzen?|rafaga|rafale|突发'),
  dimensions: number('dimensions?|dims?|dimensionen|dimensiones|维|次元'),
  model_year: own('year', ({ text }) => {
    const year =
      /(?:\b(?:model year|year|built in|made in|from|of(?: the year)?|modelljahr|baujahr|jahrgang|ano|modelo|annee|modele|de)[\s:]*((?:19|20)\d{2})(?!\d))|((?:19|20)\d{2})(?:年(?:款|式)|er modell| model)/u.exec(
        text,
      )
    return year === null ? undefined : Number(year[1] ?? year[2])
  }),
  expected_version: number('version|revision|v|fassung|stand|版本|バージョン'),
  'notepad-save.expected_version': number(
    "(?:expected|if (?:it is|it's|still at|at|on)(?: still)?(?: at)?|only (?:on|if)(?: at)?|still(?: at| is)?) version|still at v",
  ),
  'workspace-write.expected_version': number(
    "(?:expected|if (?:it is|it's|still at|at|on)(?: still)?(?: at)?|only (?:on|if)(?: at)?|still(?: at| is)?) ?version",
  ),
  'notepad-read.diff_from': own('diff', (part) =>
    COMPARES.test(part.text) ? number('version|revision|v|版本').read(part, false) : undefined,
  ),
  version: own('version', (part) => {
    if (COMPARES.test(part.text)) return undefined
    const short = /(?<![a-z0-9])v(\d{1,6})(?![.\w])/u.exec(part.text)?.[1]
    return short === undefined ? number('version|revision|v|fassung|版本|版').read(part, false) : Number(short)
  }),
  pin_version: own('pin', (part) =>
    /\b(?:pin\w*|only|just|fix\w*|nur|solo|seulement)\b|只/u.test(part.text)
      ? number('(?:pin\\w*(?: it)?(?: to)?|at|only) version|version|版本').read(part, false)
      : undefined,
  ),
  since_revision: number('revisions?|rev|revision number|revision'),
  'notepad-read.offset': number('byte|offset|position', { of: [null, 'bytes'] }),
  max_bytes: measure('bytes', { isSure: true }),
  quota_bytes: measure('bytes', { isSure: true }),
  soft_limit: any(
    measure('bytes', {
      after: 'soft limit|review(?: above| from)?|warn(?:ing)?(?: above| from| at)?|weiche grenze',
    }),
    ofTwo('bytes', 'lesser'),
  ),
  hard_limit: any(
    ofTwo('bytes', 'greater'),
    measure('bytes', {
      after:
        'hard limit|no-go above|limit|takes|accepts|allows|under|below|within|at most|up to|max(?:imum)?|harte grenze|unter|hochstens|menos de|moins de',
    }),
    own('hard', ({ quantities, text }) =>
      /soft limit/.test(text) ? undefined : quantities().find(({ dimension }) => dimension === 'bytes')?.value,
    ),
  ),
  max_chars: measure('characters', { isSure: true }),
  max_chars_per_page: measure('characters', { isSure: true }),
  'handoff-digest.max_tokens': measure('tokens', { isSure: true }),
  context_window: own('window', (part) => {
    const near = measure('tokens', { after: WINDOW, before: `${WINDOW}|tokens?` }).read(part, false)
    if (near !== undefined) return near
    return part
      .quantities()
      .find(
        ({ dimension, value, before, after }) =>
          dimension === null &&
          value >= 1_000 &&
          (new RegExp(`^\\s?(?:${WINDOW})`, 'u').test(after) ||
            new RegExp(`(?:${WINDOW})(?: of| an?| von| de)*\\s*$`, 'u').test(before)),
      )?.value
  }),
  budget_tokens: measure('tokens', {
    after:
      'budget(?: of)?|limit(?: of)?|cap(?:ped|ping)?(?: (?:it|this|that|them|the \\w+))?(?: at| to)?|limit (?:it|this|them) to|(?:be)?grenz\\w*(?: es)? auf|deckel\\w*|limita\\w*|plafonn\\w*|at most|no more than|not more than|under|within|ceiling|max(?:imum)?|may take|below|hochstens|maximal|unter|como maximo|au plus|最多|最大',
    before: 'budget|at most|max(?:imum)?|or less|hochstens|maximal|como maximo|au plus|以内|以下',
  }),
  reserve_output: any(
    measure('tokens', {
      after:
        'reserv\\w*|keep|kept|leave|hold back|set aside|spare|behalte|lass\\w*|reserva\\w*|deja|guarda|garde[rz]?|laisse[rz]?|留(?:出|下|给)?|预留',
      before:
        '(?:are |is |to be |should be |must be )?(?:kept|left|reserved|held back|set aside|free|spare|for (?:the|its|an?|my)?\\s?(?:answer|reply|output|response|completion))|fur die antwort|frei|reserviert|para la respuesta|libres|pour la reponse|残|空け|確保|留|给|余',
    }),
    measure([null], {
      after: 'reserv\\w*|keep|kept|leave',
      before: '(?:are |is |to be )?(?:kept|left|reserved|held back|set aside) (?:back )?(?:free )?for',
    }),
  ),
  price_per_mtok: as(money('usdc', ['perMillion', 'price', 'plain']), (price: number) => price),
  scale: own('scale', ({ text, quantities }) => {
    const upTo = /\b(?:1|one|eins?|uno|un)\s?(?:to|-|–|bis|a)\s?(\d{1,2}|ten|zehn|diez|dix)\b/u.exec(text)?.[1]
    if (upTo !== undefined) return /^\d/.test(upTo) ? Number(upTo) : 10
    return number('points?|scale|punkten?|skala|puntos|escala|echelle|分').read({ text, quantities } as never, false)
  }),
  threshold: own(
    'threshold',
    ({ quantities }) =>
      quantities().find(
        ({ value, dimension }) => value > 0 && value < 1 && (dimension === null || dimension === 'percent'),
      )?.value,
  ),
  retry_budget_ratio: number('(?:retry )?(?:budget|ratio)|quote|verhaltnis|proporcion|taux', { of: [null, 'percent'] }),
  rating: any(
    number(
      'stars?|sterne?n?|estrellas?|etoiles?|星|out of (?:5|five)|of (?:5|five)|von (?:5|funf)|de (?:5|cinco)|sur (?:5|cinq)|点',
    ),
    number('rating|rate(?: it| them)?|bewertung|note|calificacion|评分|評価'),
  ),
  status: own(
    'status',
    ({ text, quantities }) =>
      quantities().find(
        ({ value, dimension, before }) =>
          dimension === null && value >= 400 && value < 600 && Number.isInteger(value) && !/[$€]\s?$/.test(before),
      )?.value ??
      (/(?<![\d.])(?:http\s?)?([45]\d{2})(?![\d.])/u.exec(text)?.[1] === undefined
        ? undefined
        : Number(/(?<![\d.])(?:http\s?)?([45]\d{2})(?![\d.])/u.exec(text)?.[1])),
  ),
  'rate-limit-guard.limit': own('rate', ({ quantities, text }) => {
    const numbers = quantities().filter(({ dimension }) => dimension === null || dimension === 'times')
    const isCounted = ({ after }: Quantity) =>
      /^[\s-]{0,2}(?:\p{L}+\s){0,2}?(?:calls?|requests?|messages?|hits?|times?|posts?|anfragen|aufrufe|nachrichten|peticiones|llamadas|solicitudes|requetes|appels|请求|调用|リクエスト|次)(?![a-z])/u.test(
        after,
      )
    const isPer = ({ after, start }: Quantity) =>
      /^\s?(?:per|a|an|each|every|in|pro|por|par|je|\/)\s?(?:\d+\s?)?(?:second|minute|hour|day|s|min|h|sekunde|stunde|tag|segundo|minuto|hora|dia|seconde|heure|jour)/u.test(
        after,
      ) || /(?:每|毎)(?:秒|分钟?|小时|時間|天|日).{0,3}$/u.test(text.slice(0, start))
    const isLimit = ({ before }: Quantity) =>
      /\b(?:limit|quota|allowed|allowance|cap|maximum|max|at most|hochstens|limite|au plus)(?: of| is| are| to)?\s*$/u.test(
        before,
      )
    return (numbers.find(isLimit) ?? numbers.find(isPer) ?? numbers.find(isCounted))?.value
  }),
  cost: any(
    measure('tokens', { after: 'costs?|takes?|uses?|needs|weighs?|kostet|braucht|cuesta|coute', isSure: false }),
    own('peek', ({ text }) =>
      /\b(?:just peek\w*|only peek\w*|peek only|without (?:using|taking|counting)|use none|do not count (?:it|this)|nur nachsehen|sin gastar)\b/u.test(
        text,
      )
        ? 0
        : undefined,
    ),
  ),
  period_seconds: period(SECOND),
  'spend-guard.window_seconds': period(SECOND),
  'wallet-readiness-pack.window_seconds': period(SECOND),

  max_words: within(words, 20, 500),
  width: pixels('width'),
  height: pixels('height'),
  device_scale: scale,
  speed,
  'weather.days': within(days, 1, 16),
  'crypto-sentiment.window_hours': any(past(HOUR), measure('time', { per: HOUR, isSure: true })),
  max_age_hours: within(any(past(HOUR), measure('time', { per: HOUR, isSure: true })), 1, 720),
  since_days: any(past(DAY), measure('time', { per: DAY, isSure: true })),
  'retry-storm-guard.window_ms': any(past(1), measure('time', { isSure: true })),
  'web-search.freshness': pastChoice(AGES),
  'agent-leaderboard.period': pastChoice(
    [
      ['24h', 1.5 * DAY],
      ['7d', 8 * DAY],
      ['30d', 40 * DAY],
    ],
    [
      'all',
      'all[ -]?time|ever|overall|of all|aller zeiten|insgesamt|de todos los tiempos|de tous les temps|历史|全期間|史上',
    ],
  ),
  'featured-agent-slot.hours': measure('time', { per: HOUR, isSure: true }),
  ttl_seconds: lives(SECOND),
  expires_in_s: any(
    lives(SECOND),
    own('none', () => undefined),
  ),
  'notepad-share.expires_in_s': measure('time', { per: SECOND, isSure: true }),
  max_age_s: measure('time', { per: SECOND, isSure: true }),
  tolerance_seconds: measure('time', { per: SECOND, isSure: true }),
  delay_ms: measure('time', { isSure: true }),
  wait_s: measure('time', {
    per: SECOND,
    after: 'wait(?:ing)?(?: for| up to| at most)?|warte\\w*|espera\\w*|attend\\w*|等待?|待',
  }),
  dedup_window_ms: measure('time', {
    after:
      'duplicates?(?: are)?(?: recogni[sz]ed)?(?: for| within)?|recogni[sz]e[ds]? duplicates?(?: for)?|dedup\\w*(?: window)?(?: of| is)?|remember(?:ed|s)? (?:keys|them)?(?: for)?|duplikate\\w*(?: werden)?|dublett\\w*|duplicados(?: durante)?|doublons(?: pendant)?',
  }),
  retry_horizon_ms: measure('time', {
    after:
      'retr(?:y|ies)(?: horizon| may come| can come| may still come)?(?: for| within| of)?|wiederholungen|reintentos|relances',
  }),
  max_seconds: measure('time', { per: SECOND, isSure: true }),
  max_uses: any(
    number(
      'uses?|reads?|times|openings?|views?|mal|aufrufe|lesungen|lecturas|usos|veces|lectures|fois|utilisations|次|回',
      { of: [null, 'times'] },
    ),
    own('once', ({ text }) =>
      /\b(?:works? once|only once|one[- ]time|single[- ]use|one (?:read|use)|einmal(?:ig)?|una (?:sola )?vez|une (?:seule )?fois)\b|一次|一回/u.test(
        text,
      )
        ? 1
        : /\btwice\b|\bzweimal\b/.test(text)
          ? 2
          : undefined,
    ),
  ),

  'square-post.price_cents': money('cents', ['price', 'plain', 'most'], { quoted: true }),
  'spend-guard.amount_cents': money('cents', ['plain', 'price', 'balance', 'most', 'ceiling'], { bare: true }),
  'wallet-readiness-pack.amount_cents': money('cents', ['plain', 'price']),
  ceiling_cents: money('cents', ['ceiling', 'most'], { bare: true }),
  per_call_max_cents: money('cents', ['single']),
  'wallet-readiness-pack.max_usdc': money('usdc', ['single']),
  max_usdc: money('usdc', ['most', 'ceiling', 'plain', 'price', 'single']),
  max_amount_usd: money('usdc', ['most', 'ceiling', 'plain', 'price', 'single']),
  max_cents: money('cents', ['most', 'ceiling', 'plain', 'price', 'single']),
  budget_usdc: money('usdc', ['most', 'plain', 'ceiling', 'price', 'balance']),
  'payment-watch.amount_usdc': money('text', ['plain', 'price', 'balance', 'most', 'ceiling', 'single']),
  balance_cents: money('cents', ['balance']),
  prepaid_balance_cents: money('cents', ['balance']),
  'mcp-tool-settle-gate.price_cents': money('cents', ['price', 'plain', 'single']),
  'tool-call-budget-guard.budget': budget,
}

/** What is compared rather than read. */
const COMPARES =
  /\b(?:diff|chang\w*|compar\w*|against|between|since|versus|vs|differen\w*|verander\w*|geandert|unterschied\w*|vergleich\w*|cambi\w*|diferenci\w*|change\w*|seit|desde|depuis)\b|变化|差异|比较|変更|違い/u
