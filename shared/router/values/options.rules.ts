import { fold } from '../goal/fold.ts'
import { COMMON } from '../goal/common-words.rules.ts'
import { ENGLISH } from '../goal/english-words.rules.ts'
import { dayIn, monthIn } from './days.ts'
import { tagsIn } from './tags.ts'
import { topicOf } from '../topics/topic.ts'
import { type Known, valuesOf } from './known.ts'

type Reader = (known: Known, folded: string) => unknown

const word =
  (pattern: RegExp, made: (found: string) => unknown = (found) => found): Reader =>
  (_, goal) => {
    const found = pattern.exec(goal)
    return found === null ? undefined : made(found[1] ?? found[0])
  }
const DNS_TYPES =
  /\b(AAAA|CNAME|MX|NS|TXT|SOA|CAA|SRV|PTR|HTTPS|DS|DNSKEY|TLSA|A)\b(?=[\s,/]*(?:and|und|y|et)?[\s,/]*(?:AAAA|CNAME|MX|NS|TXT|SOA|CAA|SRV|PTR|record|entr|eintr|registro|enregistrement|记录|レコード|values?|answers?|lookups?|of|for|lookup|von|de|$))/g

/** The records that a goal asks for in words. */
const DNS_WORDS: readonly (readonly [string, RegExp])[] = [
  ['TXT', /(?<![a-z])(?:spf|dkim|dmarc|text records?|verification (?:record|token|code))(?![a-z])/],
  [
    'MX',
    /(?<![a-z])(?:mail ?(?:servers?|hosts?|exchang\w*)|where (?:(?:the |its |our |their )?(?:e-?)?mails?)(?: for \S+)? (?:goes?|is|are|gets? )|(?:who|which \w+) (?:receives?|handles?|takes?) (?:the |its |our )?(?:e-?)?mails?|mail (?:goes|is delivered|routing)|mailserver|servidor(?:es)? de correo|serveurs? de (?:mail|messagerie))(?![a-z])|邮件服务器|メールサーバ/,
  ],
  [
    'NS',
    /(?<![a-z])(?:name ?servers?|delegat\w+|nameserver|servidores? de nombres|serveurs? de noms)(?![a-z])|域名服务器|ネームサーバ/,
  ],
  ['AAAA', /(?<![a-z])(?:ip ?v6)(?![a-z0-9])/],
  ['CAA', /(?<![a-z])(?:certificate authorit\w+|who may issue (?:a )?certificates?)(?![a-z])/],
]

/** Rules by which a goal says what an optional field of a type is to be. Each is linear in the goal. */
export const READERS: Readonly<Record<string, Reader>> = {
  key: (known) =>
    keyIn(known.goal) ?? known.quoted[0] ?? valuesOf(known, 'agent-name').find(({ from }) => from === 'goal')?.value,
  'sec-form[]': ({ goal }) => {
    const forms = [
      ...new Set(
        goal.match(/\b(?:(?:10-[KQ]|8-K|S-1|13[DFG]|20-F|6-K)s?|DEF 14A|4(?= filing| form)|(?<=form )[345])\b/gi) ?? [],
      ),
    ].map((form) => form.toUpperCase().replace(/S$/, ''))
    if (forms.length > 0) return forms
    const bare = [
      ...new Set([...goal.matchAll(/\b(10|8|20|6)(K|Q|F)s?\b/g)].map(([, number, letter]) => `${number}-${letter}`)),
    ]
    if (bare.length > 0) return bare
    if (/annual report|jahresbericht|informe anual|rapport annuel|年报|年度報告/i.test(goal)) return ['10-K']
    return /quarterly report|quartalsbericht|informe trimestral|季报|四半期/i.test(goal) ? ['10-Q'] : undefined
  },
  'dns-type[]': ({ goal }) => list([...new Set(goal.match(DNS_TYPES) ?? [])]),
  'dns-type': ({ goal }) => goal.match(DNS_TYPES)?.[0] ?? DNS_WORDS.find(([, words]) => words.test(fold(goal)))?.[0],
  'model-name': word(/\b(gpt-[\w.-]+|o[134](?:-mini)?|claude[\w.-]*|gemini[\w.-]*|llama[\w.-]*|mistral[\w.-]*)/),
  'wayback-time': (_, goal) => pastDate(goal),
  transaction: (known) => (valuesOf(known, 'tx-hash')[0] ?? valuesOf(known, 'solana-signature')[0])?.value,
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
  need: (known) => topicOf(known, 'need'),
  slug: ({ goal }) =>
    (/\b([a-z0-9]+(?:-[a-z0-9]+)+)\b/.exec(goal) ?? /\bfor (?:my |our |the )?([a-z][a-z-]{3,40})\b/.exec(goal))?.[1],
  'quote-currency': ({ names }) =>
    names.currency.find(({ value }) => !/^US?D?$/.test(value))?.value.toLowerCase() ??
    names.currency[0]?.value.toLowerCase(),
}

const KEY =
  /(?<![\p{L}-])(?:keys?|client|tenant|bucket|schlüssel|clave|clé|cle|键名?|キー|(?:under|by|for|with|unter|bajo|sous|con|avec)\s+(?:the |dem |den |el |la |le )?(?:name|namen|nombre|nom|id))(?:(?:\s+(?:is|ist|es|est|will be|should be|named|called|(?:of|der|des|de la|de l['’]|del|du) ?(?:the |this |my |that )?\p{L}+))*\s*[:=]?)\s+["'“]?([\w.:-]{1,79}\w)/giu
/** By what key something is limited or told apart; words that only go on with the sentence are none. */
const keyIn = (goal: string): string | undefined =>
  [...goal.matchAll(KEY)]
    .map(([lead, key = '']) => ({ key, lead }))
    .find(
      ({ key, lead }) =>
        isShaped(key) ||
        (!/^(?:client|tenant|bucket)/i.test(lead) &&
          !/^(?:will|of|to|for|from|in|on|at|and|or|the|an?|my|is|are|was|with|be|has|have|that|this|it|ist|es|est|de|der|die|das|des|del|du|la|le|el|que|und|if|when|twice|again)$/i.test(
            key,
          )),
    )?.key
const isShaped = (key: string) => /[\d_.:-]/.test(key)

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
  return (
    (speaker ?? named.find(({ from }) => from === 'goal') ?? named[0])?.value ??
    (isWord ? undefined : said?.[2]) ??
    AS_WHOM.exec(known.goal)?.[1]
  )
}
/** In whose name something is done, where the name tells no word from a name by a number: "post an offer as lint-otter". */
const AS_WHOM =
  /(?<![\p{L}-])(?:as|als|como|en tant qu[e'’]|comme|im namen von|on behalf of)\s*(?:the )?(?:agente?\s+)?(?!(?:read|write|plain|high|low|well|follow|e|x|bullet|stand|step|one|two|three|up|re|pre|open|full|long|short|real|so|type|key|json|code|non|self|top|first|last|sub|multi|de|in|un)-)([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)(?=[\s:,;.]|$)/u
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

/** A year, month or day that a goal names, as the archive wants it: YYYY, YYYYMM or YYYYMMDD. */
export function pastDate(goal: string): string | undefined {
  const text = fold(goal)
  const day = dayIn(text) ?? monthIn(text)
  if (day !== undefined) return day.replaceAll('-', '')
  if (/\b(?:oldest|earliest|first)\b|最早|最古/.test(goal)) return '1996'
  return (
    /\b(?:in|of|from|back in|im jahr|en|since|circa|around)\s+((?:19|20)\d{2})\b/i.exec(goal)?.[1] ??
    /(?<![\d/.-])((?:19|20)\d{2})(?![\d/.-]|\s*(?:px|words|tokens|cents|x))/.exec(
      goal.replaceAll(/https?:\S+/g, ' '),
    )?.[1]
  )
}
