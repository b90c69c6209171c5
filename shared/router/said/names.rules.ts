import { foldInPlace } from '../goal/fold.ts'
import type { Named } from '../values/names.ts'
import { valuesOf, type Known } from '../values/known.ts'
import { agentIn } from '../values/options.rules.ts'
import { tagsIn } from '../values/tags.ts'
import { pastIn } from '../values/recent.ts'
import { dayIn, monthIn, startIn } from '../values/days.ts'
import { COUNTRIES, isOfText, SCRIPTS } from './languages.ts'
import { plannedCalls } from './calls.ts'
import { constraints } from './constraints.ts'
import { csvOptions } from './csv-options.ts'
import { mustKeep } from './must-keep.ts'
import { number } from './amounts.ts'
import { any, as, date, id, listed, own, phrase, type Way } from './ways.ts'

const said = (pattern: RegExp): Way => own(`id ${pattern.source}`, ({ raw }) => pattern.exec(raw)?.[1]?.trim())
const known = (family: string, read: (known: Known) => unknown): Way => own(family, (part) => read(part.known))
const firstOf = (type: Parameters<typeof valuesOf>[1]): Way =>
  known(`value ${type}`, (all) => valuesOf(all, type).find(({ from }) => from === 'goal')?.value)

const language = (isMeant: (name: Named, goal: string) => boolean): Way =>
  known('language', ({ names, goal }) => names.language.find((name) => isMeant(name, goal))?.value)
const ofText = language(isOfText)

const digest: Way = known('sha256', ({ values }) => values.find(({ type }) => type === 'sha256')?.value)
/** The one hash that the goal itself says. */
const hashSaid: Way = known('sha256', (all) => {
  const said = valuesOf(all, 'sha256').filter(({ from }) => from === 'goal')
  return said.length === 1 ? said[0]?.value : undefined
})
const quotation: Way = known('quotation', ({ quoted, goal }) =>
  quoted.find((text) => !/\btag\w*(?: with| as)?\s+["'“„«]$/i.test(goal.slice(0, goal.indexOf(text)))),
)

const AGENT = '[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+'
const SECRET = '(?:shared |signing |webhook )?secret(?: key)?|geheimnis|secreto|密钥|シークレット'

const AS =
  "as(?: the)?(?: agent)?|for agent|by agent|agent|als(?: agent)?|como(?: agente)?|en tant qu[e’']|comme(?: agent)?|作为|として"
const agent = any(
  known('agent', (all) => valuesOf(all, 'agent-name').find(({ from }) => from === 'goal')?.value),
  id(AS, AGENT),
)

const SINCE =
  'since|after|from|starting(?: from| on)?|newer than|as of|ab|seit|von|desde|a partir del?|depuis|a partir du|du|自|从|since'
const since: Way = any(
  date(SINCE, 'start'),
  own('cjk since', ({ text, known: { now } }) =>
    /以来|から|之后|以后|起/u.test(text) ? startIn(text, now) : undefined,
  ),
)
const ago: Way = own('date', ({ text, quantities, known: { now } }) => {
  const past = pastIn(text, quantities())
  return past === undefined || past < 86_400_000 ? undefined : new Date(now.getTime() - past).toISOString().slice(0, 10)
})
const AS_OF =
  "as of|up to|until|till|before|by|at|on|stand(?: vom)?|bis(?: zum)?|am|zum|a fecha de|hasta|antes de|al|jusqu[’']au|au|avant(?: le)?|截至|到|時点"

const KEY =
  "idempotency[- ]?keys?|keys?|idempotenzschlussel|schlussel|clave(?: de idempotencia)?|cle(?: d[’']idempotence)?|键|密钥|キー"

const THIS_MONTH = /(?<![a-z])(?:this month|diese[nms]* monats?|este mes|ce mois)(?![a-z])|本月|这个月|今月/u
/** The month that a goal speaks of: its first and last day. */
function monthOf(text: string, now: Date): { first: string; last: string } | undefined {
  const rest =
    /(?<![a-z])(?:in|during|for|im|en|durante|pendant|au mois d[e'’]) ?(?:the month of |monat |el mes de |mois de )?(.{3,20})/u.exec(
      text,
    )?.[1]
  const month = (rest === undefined ? undefined : monthIn(rest, now)) ?? (/月/.test(text) ? monthIn(text) : undefined)
  if (month === undefined || month.length !== 7 || (rest !== undefined && dayIn(rest) !== undefined)) return undefined
  const [year, number] = month.split('-').map(Number)
  return { first: `${month}-01`, last: new Date(Date.UTC(year ?? 0, number ?? 1, 0)).toISOString().slice(0, 10) }
}

/** Pages of a document: "pages 2 to 4", "the first three pages", "from page 10 on". */
const pages: Way = own('pages', ({ text, quantities }) => {
  const range =
    /(?<![a-z])(?:pages?|pp?\.|seiten?|paginas?)\s?(\d+)\s?(?:-|–|to|through|until|bis|a|al|hasta|a la)\s?(\d+)(?!\d)|第?(\d+)\s?(?:-|–|到|至|から|〜|~)\s?(\d+)\s?(?:页|ページ)/u.exec(
      text,
    )
  if (range !== null) return `${range[1] ?? range[3]}-${range[2] ?? range[4]}`
  const onwards =
    /(?:from|after|starting (?:at|on|with)|ab|von|desde|a partir de|depuis)(?: the| la| der)? (?:page|seite|pagina) (\d+)(?: on(?:wards?)?| an)?/u.exec(
      text,
    )
  if (onwards !== null) return `${onwards[1]}-`
  const first = quantities().find(
    ({ dimension, before, after }) =>
      dimension === null &&
      /(?:first|erste[nr]?|primer[oa]s|premieres?|前|最初の)\s*$/u.test(before) &&
      /^\s?(?:pages?|seiten|paginas|页|ページ)/u.test(after),
  )
  if (first !== undefined) return `1-${first.value}`
  if (/(?<![a-z])(?:first|erste|primera|premiere) (?:page|seite|pagina)(?![a-z])|第一页|最初のページ/u.test(text))
    return '1'
  const one = number('pages?|seite|pagina|第').read({ text, quantities } as never, false)
  const list =
    /(?<![a-z])(?:pages?|pp?\.|seiten?|paginas?)\s?(\d+(?:(?:\s?,\s?|\s(?:and|und|y|et)\s)\d+)*)(?!\d)/u.exec(
      text,
    )?.[1] ?? /第?(\d+)页|(\d+)ページ目?/u.exec(text)?.slice(1).find(Boolean)
  return (
    list?.replaceAll(/\s?,\s?|\s(?:and|und|y|et)\s/gu, ',') ??
    (typeof one === 'number' && isNamedPage(text) ? String(one) : undefined)
  )
})

const isNamedPage = (text: string) => /(?<![a-z])(?:page|seite|pagina) \p{L}/u.test(text)

/** Roles of a company that people are looked for in. */
const ROLES =
  /(?<![a-z])(ceo|cto|cfo|coo|cmo|cio|ciso|cpo|founders?|engineering|sales|marketing|product|design|finance|legal|hr|recruiting|operations|support|security|data)(?![a-z])/gu
const roles: Way = own('roles', ({ text }) => {
  const named = [
    ...new Set(
      [...text.matchAll(ROLES)].map(([role]) =>
        role.replace(/s$/, (end) => (role === 'sales' || role === 'operations' ? end : '')),
      ),
    ),
  ]
  return named.length > 0 && /\b(?:people|who|in|the|team|heads?|leaders?|contacts?|employees)\b/u.test(text)
    ? named
    : undefined
})

/** What each of the agents may do that a goal names. */
const ACCESS: readonly [string, RegExp][] = [
  [
    'admin',
    /(?<![a-z])(?:admins?|administrators?|owners?|manage[rs]?|administrador\w*|administrateur\w*|verwalt\w*)(?![a-z])|管理员|管理者/u,
  ],
  [
    'reader',
    /(?<![a-z])(?:only read|read(?:s|ers?|ing)?(?:[- ]?only)?(?! and write)|view(?:s|ers?|ing)?|look(?:s|ing)?|les(?:en|er|end)|liest|nur lesen|leer|lee|lector\w*|lecture|lire|lit|lecteur\w*)(?![a-z])|只读|阅读|読み取り|読む|閲覧/u,
  ],
  [
    'writer',
    /(?<![a-z])(?:writ\w+|edit\w*|contribut\w*|full access|schreib\w*|schreiber|bearbeit\w*|escrib\w*|escritor\w*|editor\w*|ecri\w*|redacteur\w*|read and write)(?![a-z])|写|编辑|書|編集/u,
  ],
]
/** Before a name that is that of the workspace. */
const IS_PLACE =
  /(?<![a-z])(?:called|named|workspace|space|room|folder|namens|genannt|llamad[oa]|nommee?|appelee?)\s+["'“„«]?$/u
const members: Way = own('members', ({ known: whole }) => {
  const all = foldInPlace(whole.goal)
  const agents = valuesOf(whole, 'agent-name').filter(
    ({ from, start }) => from === 'goal' && !IS_PLACE.test(all.slice(0, start)),
  )
  if (agents.length === 0) return undefined
  const roleIn = (text: string) => {
    const found = ACCESS.map(([role, pattern]) => [role, text.search(pattern)] as const).filter(([, at]) => at !== -1)
    return found.toSorted((a, b) => a[1] - b[1])[0]?.[0]
  }
  const after = agents.map(({ end }, index) =>
    roleIn(all.slice(end, agents[index + 1]?.start ?? end + 40).split(/[;.!?]/)[0] ?? ''),
  )
  const before = agents.map(({ start }, index) =>
    roleIn(
      (
        all
          .slice(agents[index - 1]?.end ?? 0, start)
          .split(/[;.!?,]/)
          .at(-1) ?? ''
      ).slice(-30),
    ),
  )
  const isAfter = after.some((role) => role !== undefined)
  // Who stands in a list with no word of its own is what the next one, or else the one before, is.
  const own = isAfter ? after : before
  const told = own.map(
    (role, index) =>
      role ??
      (isAfter ? own.slice(index + 1).find(Boolean) : own.slice(0, index).findLast(Boolean)) ??
      own.find(Boolean) ??
      'writer',
  )
  return agents.map(({ value }, index) => ({ agent_id: value, role: told[index] ?? 'writer' }))
})

const focus = phrase(
  "focus(?:ing|ed|sed)?(?: only)? on|concentrat\\w+ on|with (?:a )?focus on|(?:with )?emphasis on|especially(?: on| about)?|in particular|particularly|above all|mainly(?: on| about)?|(?:key |main )?points (?:about|on)|only (?:what|the parts?|things?) (?:it says |that (?:are|is) )?(?:about|on|concerning)|with regard to|(?:mit )?schwerpunkt(?: auf)?|vor allem|insbesondere|besonders|hauptsachlich|sobre todo|con enfasis en|centrad[oa] en|especialmente|surtout|en particulier|en mettant l[’']accent sur|重点(?:是|关注|放在)?|尤其(?:是)?|特に",
  String.raw`[.;!?。；！？\n]|,\s|，|$`,
)
const aboutOf: Way = said(
  /(?:summar\w+|shorten\w*|condense|boil\w*|sum up|gist|digest)[^.;,]{0,30}\b(?:about|regarding|concerning)\s*(?:the |our |its )?([\p{L}\p{N}][^.,;!?]{2,60})/iu,
)

/** Verbs of what somebody is about to do: the rest of the part is the action. */
const ABOUT_TO =
  'before (?:i|we)(?: can| may| will)?|(?:is it |would it be )?(?:safe|ok|okay|fine|allowed|wise|right) (?:for (?:me|us|it) )?to|about to|(?:can|may|could|should|shall) (?:i|we)(?: now| safely| just)?|i (?:want|am going|plan|intend) to|bevor (?:ich|wir)|darf ich|kann ich|antes de|puedo|avant de|puis-je|在我|我可以'
const action: Way = as(
  phrase(
    ABOUT_TO,
    String.raw`[.;!?,:。；！？，：\n]|\s(?:with|without|when|while|if|because|as|or|and|on version|using|under)\s|$`,
  ),
  // Of what "this" is the goal says nothing.
  (text: string) =>
    text.includes(' ') &&
    !/\b(?:this|that|it|these|those|them|one|das|es|esto|eso|ca|cela)(?: again| now| once more)?$/i.test(text)
      ? text
      : undefined,
)

/** Fields that are names, phrases, days or languages, by name, or by outcome and name. */
export const NAMES: Readonly<Record<string, Way>> = {
  required_confirmations: listed(
    '(?:required|needed|necessary) confirmations?(?: are| is)?:?|confirmations? (?:needed|required)(?: are| is| from)?:?|notige bestatigungen:?|confirmaciones necesarias:?|confirmations requises:?',
  ),
  received_confirmations: listed(
    '(?:received|present|given) confirmations?(?: are| is)?:?|confirmations? (?:received|present|given|so far)(?: are| is| from)?:?|erhaltene bestatigungen:?|confirmaciones recibidas:?|confirmations recues:?',
  ),
  allowlist: listed(
    '(?:allowed|permitted|allow-?listed) (?:commands?|targets?|hosts?)(?: are| is)?:?|allow-?list(?: is)?:?|erlaubte befehle:?|comandos permitidos:?|commandes permises:?',
  ),
  protected: listed(
    'never (?:to )?touch:?|protected(?: are| is)?:?|off limits(?: are| is)?:?|geschutzt:?|nie anfassen:?|protegid[oa]s:?|proteges?:?',
  ),
  features: listed('(?:the |only )?(?:fields?|features?|columns?|felder|spalten|campos|columnas|champs|colonnes):?'),
  allowed_destinations: listed(
    'allowed destinations?(?: are| is)?:?|allowed (?:hosts?|tools?)(?: are| is)?:?|erlaubte ziele:?|destinos permitidos:?',
  ),
  assets: listed(
    '(?:to be |must be )?protected(?: are| is)?:?|assets(?: are)?:?|zu schutzen:?|que proteger:?|a proteger:?',
  ),
  ignore: listed('ignor(?:e|ing):?|not counting:?|ohne die pfade:?'),
  schemes: listed('schemes?(?: are| is)?:?|schemata:?|esquemas:?|schemas:?'),
  used_tools: listed('(?:really |actually )?used tools?(?: are| is)?:?|tools (?:really |actually )?used(?: are)?:?'),
  allow_payees: listed('(?:allowed|permitted) payees?(?: are| is)?:?|only pay:?|pay only:?'),
  'constraint-receipt-verify.constraints': constraints,
  planned_calls: plannedCalls,
  target: id('target|ziel|objetivo|destino|cible'),
  'llm-judge.reference': phrase(
    'reference(?: answer)?(?: is)?:?|right answer(?: is)?:?|referenz(?:antwort)?:?|respuesta de referencia:?',
  ),
  'regex-test.replacement': said(
    /\b(?:replac\w*|substitut\w*|ersetz\w*|reemplaz\w*|remplac\w*)\b[^"'“„«]{0,40}?\b(?:with|by|durch|por|par)\s+["'“„«]([^"'”“»]*)["'”“»]/i,
  ),
  'notepad-save.agent_id': id(AS, AGENT),
  'notepad-list.agent_id': id(AS, AGENT),
  'workspace-write.agent_id': id(AS, AGENT),
  'readback-receipt.agent_id': id(AS, AGENT),
  cursor: id('cursor'),
  'memory-integrity-check.expected_head': any(
    id('expected head|head(?: hash)?|trusted (?:head|hash)'),
    own('digest', (part) => (/\bmerkle|\broots?\b/.test(part.text) ? undefined : hashSaid.read(part, false))),
  ),
  expected_root: any(
    id('(?:expected |merkle |trusted )*root(?: hash)?', '[0-9a-f]{64}'),
    own('digest', (part) => (/\bmerkle|\broots?\b/.test(part.text) ? hashSaid.read(part, false) : undefined)),
  ),
  'route-pay-probe.body': known(
    'body',
    ({ values }) => values.find(({ type, from }) => type === 'json' && from === 'goal')?.value,
  ),
  'csv-clean.options': csvOptions,
  'contract-pin-guard.pinned_hash': digest,
  decision_ref: id('decision[- ]?(?:ref\\w*|id)?'),
  clearance_token: id('clearance[- ]?token'),
  watch_id: id('watch(?:[- ]?id)?'),
  'webhook-normalize.secret': id(SECRET, '\\S*\\w'),
  'hmac-verify.secret': id(SECRET, '\\S*\\w'),
  message_id: id('message[- ]?id'),
  request_digest: id('request(?: digest| hash| sha-?256)?', '[0-9a-f]{64}'),
  response_digest: id('response(?: digest| hash| sha-?256)?|answer', '[0-9a-f]{64}'),
  idempotency_key: id(KEY, '[\\w.:-]*[\\w]'),
  nonce: id('nonce'),
  tool_name: id('tools?|werkzeug|herramienta|outil|工具|ツール', '[a-zA-Z][\\w.-]*[a-zA-Z0-9]'),
  'preflight-before-write.agent_id': agent,
  'agent-usage.agent_id': agent,
  'agent-leaderboard.agent_id': known(
    'agent',
    (all) => valuesOf(all, 'agent-name').find(({ from }) => from === 'goal')?.value,
  ),
  'notepad-browse.author': agent,
  'square-feed.author': agent,
  'agent-state-guard.action': action,
  'idempotency-guard.action': action,
  'idempotency-guard.target': said(/\b(?:GET|POST|PUT|PATCH|DELETE)\s+(\/[\w/{}.-]*\w)/),
  share_id: said(/\b(shr_\w+)/),
  thread_id: said(/\b(?:thread|discussion)\s+(?:of\s+)?((?:post|thr|thread)_\w+)/i),
  'square-feed.post_id': said(/\b(post_\w+)/),
  'square-post.reply_to': said(
    /\b(?:repl\w*|answer\w*|respon\w*|antwort\w*|rea[ck]\w*|r[eé]pon\w*|回复|返信)\b.{0,60}?\b((?:post|thr|thread|sq)_\w{2,})/iu,
  ),
  tags: own('tags', ({ raw }) => tagsIn(raw)),
  'square-post.link': firstOf('url'),
  'payment-required-lint.expect_url': firstOf('url'),
  'memory-exfil-guard.destination': firstOf('url'),
  issuer: firstOf('url'),
  audience: any(id('audience|aud|meant for|zielgruppe|audiencia'), firstOf('domain')),
  to_agent: any(
    id(
      "(?:for|to|an|fur|para|pour|uber)(?: the| den| el| l[’'])?(?: next| nachsten)? (?:agent|agente|bot)",
      '[a-z][\\w]*(?:[-_][\\w]+)+',
    ),
    said(
      /\b(?:for|to|an|para|pour|über)\s+(?:the\s+|den\s+|el\s+)?(?:agent|agente|bot)\s+(?:called\s+|named\s+)["'“]?([\w-]{3,60})/i,
    ),
  ),
  payee: said(/\b(?:payee|for|to|at|bei|an|para|a|pour|chez)\s+((?:[a-z0-9-]+\.)+[a-z]{2,18})\b/i),
  'attest.about_agent': any(
    said(
      /\b(?:about|that|vouch(?:es|ing)? for|rat(?:e|es|ing)|recommend\w*|endors\w+|über|dass|sobre|que) (?:the )?(?:agent )?([a-z][\w-]*-\d+)/i,
    ),
    // Of two agents that a goal names, the one that does not speak.
    known('other agent', (all) => {
      const agents = valuesOf(all, 'agent-name').filter(({ from }) => from === 'goal')
      return agents.length < 2 ? undefined : agents.find(({ value }) => value !== agentIn(all))?.value
    }),
  ),
  'attest.expires_at': date(
    "valid (?:until|till|through|to)|until|till|expires?(?: on)?|gultig bis|bis(?: zum)?|valid[oa] hasta|hasta(?: el)?|valable jusqu[’']au|jusqu[’']au|有效(?:期)?(?:至|到)",
  ),
  'notepad-save.title': any(
    phrase(
      '(?:with (?:the )?|the )?(?:titled?|heading|titel|titulo|titre|uberschrift|标题(?:为|是)?|タイトル(?:は|を)?)(?: is| ist| es| est)?',
      String.raw`["'”»」,.;，。]|\s(?:and|with|under|tagged|in|into)\s|$`,
    ),
  ),
  'workspace-write.to': said(
    /\b(?:move|rename|verschieb\w*|umbenenn\w*|mueve|renombra|renomme\w*|d[ée]place\w*)\b.*\s(?:to|as|into|nach|in|a|en|vers)\s+((?:[\w-]+\/)*[\w-]+\.[a-z]{1,5})\b/i,
  ),
  'workspace-write.message': any(
    as(
      phrase('(?:change |commit )?message|change note|note of the change|(?:mit der )?nachricht|mensaje|message'),
      (text: string) => text,
    ),
  ),
  'workspace-create.description': any(
    phrase('described as|description|purpose|beschreibung|zweck|descripcion|proposito'),
    said(/\bfor (?:the )?((?:files|documents|notes|papers|drafts|results|reports) (?!called|named)[^.;,!?\n]*)/i),
  ),
  'repo-due-diligence.package_name': id('packages?(?: name)?|paket|paquete|paquet', '@?[a-zA-Z][\\w./@-]*\\w'),
  ref: any(
    id('tags?|branch|ref|commit|version|zweig|rama|etiqueta|branche', 'v?[\\w][\\w./+-]*\\w'),
    said(/\b(?:the|der|la|le)\s+([\w./-]+)\s+(?:branch|tag|zweig|rama|branche)\b/i),
    said(/\b(?:branch|tag)\s+([a-z][\w./-]+)/i),
  ),
  hmac_header: id('header|kopfzeile|cabecera|en-?tete', '[a-zA-Z][\\w-]*\\w'),
  sample_path: own('path', ({ raw }) => /(?<![\w:/.])(\/[\w{}-]+(?:\/[\w{}.-]+)*)(?![\w/])/.exec(raw)?.[1]),
  default_price_atomic: own('atomic', ({ quantities }) => {
    const found = quantities().find(
      ({ dimension, before, after }) =>
        dimension === null &&
        (/^\s?(?:atomic|base|raw|smallest)/u.test(after) ||
          /(?:default|standard)[ -]?(?:price|preis)(?: of| is| von)?\s*$/u.test(before)),
    )
    return found === undefined ? undefined : String(found.value)
  }),
  'action-receipt.quote': any(phrase('quote(?: of| is)?|quoted(?: at)?|angebot|cotizacion|devis')),
  'spend-guard.purpose': phrase(
    'purpose(?: is)?|for the purpose of|reason|zweck|verwendungszweck|proposito|motivo|motif|用途|目的',
  ),
  'featured-agent-slot.label': phrase('label(?:l?ed)?(?: is| as)?|caption|beschriftung|etiqueta|etiquette|标签|ラベル'),
  'prompt-injection-scan.context': phrase('context(?: is)?|kontext|contexto|contexte|背景|文脈'),
  'agent-tool-permission-review.task': phrase(
    '(?:(?:it|agent|bot) )?(?:only |just )?(?:has|needs|have|is) (?:only |just )?(?:supposed )?to|its (?:task|job) is to|muss nur|soll nur|solo tiene que|doit seulement|只需要?',
  ),
  'image-generate.negative': phrase(
    'without(?: any)?|(?:but )?no|avoid(?:ing)?|leave out|ohne|kein\\w*|sin|evita\\w*|sans|不要(?:有)?|没有|なし',
  ),
  '402-failure-classifier.error': id(
    'errors?(?: text| message)?(?: says| was)?|fehler|fehlermeldung|erreur|错误|エラー',
    '[a-zA-Z][\\w.:-]*\\w',
  ),
  'context-compression-audit.model': said(
    /\b(gpt-[\w.-]+|o[134](?:-mini)?|claude[\w.-]*|gemini[\w.-]*|llama[\w.-]*|mistral[\w.-]*)/i,
  ),
  'image-describe.question': own(
    'question',
    ({ raw, known: { quoted } }) => quoted[0] ?? /([^.!?:;]{6,120}\?)\s*$/.exec(raw)?.[1]?.trim(),
  ),
  'square-feed.q': quotation,
  'summarize-text.focus': any(focus, aboutOf),
  must_keep: any(
    known('must keep', ({ quoted }) => (quoted.length > 0 ? [...quoted] : undefined)),
    mustKeep,
  ),
  selector: said(/\b(?:selector|element|elemento|élément|Selektor)\s+["'“`]?([#.][\w-]+)/i),
  share_token: said(/\bshare[- ]?token:?\s+["'“`]?([\w-]{5,80})/i),
  'action-receipt.payload_digest': digest,
  // A receipt is for what was sent, by its digest or as it is.
  'action-receipt.payload': known('payload', (all) => {
    if (all.values.some(({ type }) => type === 'sha256')) return undefined
    if (all.input.text.trim() !== '') return '$input'
    return /\b(?:payload|nutzlast|carga|charge utile)\b(?:\s*(?:is|was|being|of|text))?\s*[:=]?\s*["'“]?(\S.{2,300}?)["'”]?\s*(?:[.;]\s|[.;]?$)/i.exec(
      all.goal,
    )?.[1]
  }),
  expected_payto: known(
    'payto',
    ({ values }) =>
      values.find(({ type, from }) => from === 'goal' && (type === 'base-address' || type === 'solana-address'))?.value,
  ),
  from_block: own(
    'from block',
    ({ quantities }) =>
      quantities().find(
        ({ dimension, before }) =>
          dimension === null &&
          /\b(?:between|from|since|after|starting at|ab|seit|desde|depuis|entre)\s(?:the )?(?:blocks?|bloques?|blocs?)\s*$|(?:区块|ブロック)\s*$|\bblocks\s*$/u.test(
            before,
          ),
      )?.value,
  ),
  to_block: own('to block', ({ quantities, text }) => {
    const span = /\bblocks?\s+\d[\d,.]*\s*(?:and|to|-|–|until|through|bis|und|y|et|a)\s*(?:block\s+)?(\d[\d,.]*)/.exec(
      text,
    )?.[1]
    return span === undefined
      ? quantities().find(
          ({ dimension, before }) =>
            dimension === null && /\b(?:to|until|up to|through|bis|hasta|jusqu[a'’u]*) block\s*$/u.test(before),
        )?.value
      : Number(span.replaceAll(/[,.]/g, ''))
  }),
  company_name: said(
    /(?<![\p{L}])(?:(?:company|firm|lead|prospect|customer|startup|business|firma|unternehmen|empresa|compañía|entreprise|société)\s+(?:called |named |namens |llamada )?|公司[:：]?)(\p{Lu}[\p{L}\p{N}&.-]*(?:\s(?:\p{Lu}[\p{L}\p{N}&.-]*|&|und|and|of|de))*)/u,
  ),
  'company-people.roles': roles,
  members,
  'pdf-extract.pages': pages,

  'sec-filings.since': any(since, ago),
  'square-feed.since': any(since, ago),
  'payment-watch.since': date(SINCE, 'day'),
  'currency-convert.date': own('date', ({ all, known: { now } }) => dayIn(all, now)),
  'agent-usage.from': any(
    date(`${SINCE}|between`, 'start'),
    own('date', ({ text, known: { now } }) =>
      THIS_MONTH.test(text) ? `${now.toISOString().slice(0, 7)}-01` : undefined,
    ),
    own('date', ({ text, known: { now } }) => monthOf(text, now)?.first),
    ago,
  ),
  'agent-usage.to': any(
    date("to|until|till|through|and|bis(?: zum)?|hasta(?: el)?|al|au|jusqu[’']au|到|至"),
    own('date', ({ text, known: { now } }) => monthOf(text, now)?.last),
  ),
  as_of: date(AS_OF),

  'image-ocr.lang': as(ofText, (code: string) => SCRIPTS[code]),
  'audio-transcribe.lang': ofText,
  'translate-text.from': any(
    language(({ start }, goal) =>
      /\b(?:from|aus dem|vom|del|desde el|du|de l['’])\s*(?:the\s+)?$/i.test(
        goal.slice(Math.max(0, start - 12), start),
      ),
    ),
    ofText,
  ),
  'news-headlines.lang': language(
    ({ start, end }, goal) =>
      /^[\s-]*(?:language|news|headlines|press|papers|media|sources|newspapers|outlets|publishers)/i.test(
        goal.slice(end),
      ) || /\b(?:in|en|auf|em) (?:the )?$/i.test(goal.slice(Math.max(0, start - 8), start)),
  ),
  'wikipedia-summary.lang': language(
    ({ start, end }, goal) =>
      /^\s*(?:language\s*)?(?:wiki|edition|version|版|的?维基|語版)/i.test(goal.slice(end)) ||
      /(?:wikipedia|wiki|维基百科|ウィキペディア)(?: (?:in|auf|en))?\s*$/i.test(goal.slice(0, start)) ||
      /(?:edition|version|ausgabe|versi[oó]n|edici[oó]n)\s$/i.test(goal.slice(0, start)) ||
      /(?:edition|version|article|artikel|art[ií]culo|entry|eintrag)(?: (?:is|should be))? (?:in|auf|en) (?:the )?$/i.test(
        goal.slice(0, start),
      ) ||
      /(?:要|用|的)\s*$/u.test(goal.slice(0, start)),
  ),
  'speech-synthesize.lang': known('language', ({ names, goal }) => {
    const voice = names.language.find(({ end }) =>
      /^[\s-]*(?:voice|stimme|voz|voix|speaker|audio|mp3|speech|accent)/i.test(goal.slice(end)),
    )
    return voice?.value ?? names.language.at(-1)?.value
  }),
  region: own(
    'region',
    ({ text }) =>
      COUNTRIES.find(
        ([, words]) =>
          new RegExp(
            `(?:\\b(?:in|for|from|within|results? (?:in|for|from)|fur|aus|en|de|para|pour|pays)\\s+(?:the )?(?:${words}))(?![a-z])|(?<![a-z])(?:${words}) (?:results?|pages?|sites?|market|ergebnisse|seiten)(?![a-z])|(?:resultats?|pages|sites|resultados|paginas) (?:${words})(?![a-z])`,
            'u',
          ).test(text) && /result|market|region|countr|ergebnis|resultad|resultat|land|pais|pays/u.test(text),
      )?.[0],
  ),
}
