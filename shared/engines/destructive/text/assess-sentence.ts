import { sentenceRules } from '../rules/sentence.rules.ts'
import { addSegment, report } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'
import { assessForeign } from './assess-foreign.ts'
import { foldWords } from './fold-words.ts'
import { languageOf } from './language-of.ts'
import { isUnclearOrder } from './unclear-order.ts'
import { formsOf } from './verb-forms.ts'

const hard =
  'delete|remove|erase|wipe|purge|drop|destroy|terminate|truncate|nuke|obliterate|shred|uninstall|revoke|unpublish|decommission|deprovision|tear down|teardown|clean out|clear out|format|reformat|kill|get rid of|force[- ]push|overwrite|eliminate|expunge|scrub|zap|yeet|trash|scrap|raze|annihilate|eradicate|vaporize|throw away|throw out|dispose of|do away with|blow away|burn down|take down|empty out|ditch'
const soft =
  'clear|empty|reset|stop|disable|deactivate|suspend|cancel|archive|roll back|rollback|discard|close|ban|unlink|detach|evict|expire|flush|reboot|restart|unsubscribe|turn off|switch off|shut down|shutdown|power off'
const isSoft = new RegExp(`^(?:${soft})$`)
const asked = new RegExp(
  `\\b(${hard}|${soft})\\b\\s+(?!(?:button|link|icon|polic(?:y|ies)|endpoint|command|statement|operation|feature|request|flag|event|handler|permission|test|method|function)\\b)`,
  'gi',
)

/** Words before a verb that is only mentioned, not requested. */
const spokenOf = new RegExp(
  `(?:${[
    String.raw`\b(?:do not|don't|never|not|avoid|without|cannot|can't|won't|should not|shouldn't|must not|no longer)\s+`,
    String.raw`\b(?:how (?:do|does|can|would|to)|what (?:does|do|is|are|happens)|why|explain|describe|document|summari[sz]e|list|show|find|when|who|whether|if|about|difference between|instead of|rather than|before you|after you)\s+(?:i|we|you|to|a|the)?\s*`,
    String.raw`\b(?:was|were|been|be|is|are|got|already|recently|meaning of|tutorial|article|blog|undo|undelete|prevent|protect|guard against|test that|check that)\s+`,
    String.raw`\b(?:users?|customers?|members?|people|admins?|they|it|which|that|who|attackers?)\s+(?:can|may|might|could|will|would|want to|try to|are able to)\s+`,
    String.raw`\b(?:the|a|an|this|that|our|his|their|soft)\s+`,
    String.raw`["'\x60#]`,
    '-',
  ].join('|')})$`,
  'i',
)

const everything = /\b(?:all|every|everything|everyone|everybody|entire|whole|any|each|complete|completely)\b|\*/i
/** Nouns for things that hold data or serve others. */
const store =
  /\b(?:databases?|dbs?|tables?|clusters?|production|prod|accounts?|backups?|snapshots?|disks?|drives?|volumes?|buckets?|servers?|namespaces?|repositor(?:y|ies)|repos?|environments?|file ?systems?|partitions?|organi[sz]ations?|tenants?|infrastructure|home director(?:y|ies)|schemas?|collections?|zones?|domains?|branches|main|master|vms|instances|projects?|workspaces?|customers|users|records|rows|data|secrets|keys|logs|emails|mailbox(?:es)?|history|subscriptions|orders|config(?:uration)?|certificates?)\b/i
const vital =
  /\b(?:databases?|clusters?|production|prod|accounts?|backups?|disks?|drives?|servers?|infrastructure|file ?systems?|organi[sz]ations?|tenants?|everything|root)\b/i
const directly =
  /^(?:the|our|my|this|that|a|an)?\s*(?:[\w-]+\s+){0,2}?(?:database|cluster|production|account|disk|drive|server|infrastructure|file ?system|backups)\b/i
/** Nouns that make a milder verb matter: stopping the music does not. */
const touchy =
  /\b(?:passwords?|credentials?|tokens?|access|permissions?|subscriptions?|orders?|bookings?|reservations?|payments?|services?|containers?|pods?|deployments?|jobs?|alarms?|alerts?|monitor\w*|firewall|trash|recycle bin|queues?|roles?|sessions?|users?|authentication|logging|network|machines?|nodes?|workers?|domains?|certificates?)\b/i

const sum = String.raw`(?:[$€£]\s?\d|\b\d[\d.,]*\s?(?:usd|usdc|usdt|eur|gbp|eth|btc|sol|dai|dollars?|euros?|cents?|tokens?|coins?)\b)`
const money = new RegExp(
  `\\b(?:(?:send|transfer|pay|wire|withdraw|payout|pay out|swap|bridge|donate|tip)\\b[^.!?\\n]{0,80}?(?:${sum}|\\b(?:funds?|money|balance|payments?|invoice|salary|salaries|deposit)\\b)|(?:refund|drain|sweep)\\s+(?:${sum}|(?:the|all|every|my|our|this|that|order|customer|payment|charge|wallet)\\b))`,
  'i',
)

const verbs = `${hard}|${soft}`.split('|').filter((verb) => !verb.includes('['))
const gerunds = verbs.map((verb) => formsOf(verb).gerund)
const participles = verbs.map((verb) => formsOf(verb).participle)
const formed = (forms: readonly string[], form: string) =>
  verbs[forms.findIndex((one) => new RegExp(`^(?:${one})$`).test(form))] ?? 'delete'

/** The first words of all forms, so that a clause without any of them is passed over. */
const formHeads = new Set(
  [...gerunds, ...participles]
    .flatMap((form) => form.split('|'))
    .map((form) => form.split(/[ -]/)[0] ?? '')
    .flatMap((head) => (head.includes('?') ? [head.replace(/.\?/, ''), head.replace('?', '')] : [head])),
)
const hasForm = (clause: string) =>
  clause
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.some((word) => formHeads.has(word)) ?? false

/** Orders in other forms than the imperative; group 1 is the verb's form. The object stands behind it. */
const gerundOrder = new RegExp(
  `(?:\\b(?:by|start|begin|commence|resume|continue|proceed (?:with|to|by)|go ahead (?:with|and)|mind|mind you|consider|try|finish|how about|what about|you(?:'ll| will| should)? be|help (?:me |us )?(?:with|by|in)?|(?:task|job|goal|step|plan) (?:is|of)|recommend|suggest|propose|responsible for|and|then)|^\\W*|,)\\s*(?:\\w+ly\\s+)?\\b(${gerunds.join('|')})\\b`,
  'gi',
)
/** The object stands in front: "the table must be dropped", "have the backups wiped", "the rows need deleting". */
const passiveOrder = new RegExp(
  `\\b(?:(?:should|must|shall|needs? to|ha(?:s|ve|d) to|ought to|is to|are to|wants? to|let|want|would like)\\b(?:(?!\\bnot\\b|\\bnever\\b)[^.!?]){0,60}?\\b(?:be|get)|(?:needs?|requires?)|(?:want|need|like|have|get|see|make sure|ensure)\\b(?:(?!\\bnot\\b|\\bnever\\b|\\bwas\\b|\\bwere\\b)[^.!?]){1,80}?)\\s+(?:\\w+ly\\s+)?(${[...participles, ...gerunds].join('|')})\\b`,
  'gi',
)
const nominalOrder =
  /\b(?:perform|do|execute|carry out|run|initiate|trigger|schedule|complete|conduct|begin|start|proceed with|order|approve|authori[sz]e|request)\s+(?:a|an|the)?\s*(?:\w+\s+){0,3}?(deletion|removal|destruction|purge|wipe|erasure|termination|truncation|teardown|decommissioning|deprovisioning|revocation|elimination)\s+(?:of|for|on)\b/gi
const vanish =
  /\b(?:make|let)\b([^.!?]{1,80}?)\b(?:go away|disappear|vanish|cease to exist)\b|\b(?:want|see|need)\b([^.!?]{1,80}?)\bgone\b/gi

/** One of the words without which the two patterns above find nothing. */
const named =
  /deletion|removal|destruction|purge|wipe|erasure|termination|truncation|teardown|decommission|deprovision|revocation|elimination|go away|disappear|vanish|cease|gone/i

/** What tells of something that happened or holds, and orders nothing. */
const tells =
  /\b(?:was|were|has been|have been|had been|been|caused|happened|failed|broke|fixed|means|meant|is (?:not|never|how|what|why|safe|dangerous|irreversible|permanent)|if|when|after|before|unless|avoid|prevent|without|instead of|don't|do not|never|not|can|may|might|could) *[^.!?,]{0,60}$/i

/**
 * Judges a plain sentence by its requested destructive verb and the verb's object. A clause that may be an order and that
 * nobody here understands is noted as such.
 */
export function assessSentence(scan: Scan, text: string, place: Place): void {
  const segment = addSegment(scan, [text], place)
  for (const clause of text.split(/[.!?;]+(?:\s|$)|[\n。！？；؟]/)) {
    if (clause.trim() === '') continue
    for (const part of partsOf(clause)) {
      const folded = /[^\p{ASCII}]/u.test(part) ? foldWords(part) : part.toLowerCase()
      const language = languageOf(folded)
      if (language === 'unknown') scan.unclear.push(part)
      else if (language !== null && !assessForeign(scan, language, { folded, shown: part }, segment))
        scan.unclear.push(part)
      if (isQuestion(clause)) continue
      const before = scan.findings.length
      judgeClause(scan, part, segment)
      judgeOtherForms(scan, part, segment)
      judgeMoney(scan, part, segment)
      if (language === null && scan.findings.length === before && isUnclearOrder(part, verbs)) scan.unclear.push(part)
    }
  }
}

function judgeOtherForms(scan: Scan, clause: string, segment: number): void {
  const judge = (verb: string, object: string) => {
    const rule = ruleFor(verb, object, false)
    if (rule !== null) report(scan, rule, segment, clause)
  }
  const isFormed = hasForm(clause)
  for (const match of isFormed ? clause.matchAll(gerundOrder) : []) {
    const before = clause.slice(0, match.index)
    const after = clause.slice(match.index + match[0].length)
    // "Deleting a branch is final" says something about deleting.
    if (tells.test(before) || (before.trim() === '' && speaksOf.test(after))) continue
    judge(formed(gerunds, (match[1] ?? '').toLowerCase()), after.slice(0, 160))
  }
  for (const match of isFormed ? clause.matchAll(passiveOrder) : []) {
    const form = (match[1] ?? '').toLowerCase()
    if (tells.test(clause.slice(0, match.index)) || /\b(?:no|none|nothing|nobody)\b/i.test(clause)) continue
    const verb = participles.includes(form) ? formed(participles, form) : formed(gerunds, form)
    judge(verb, clause.slice(Math.max(0, match.index - 160), match.index + match[0].length + 60))
  }
  if (!named.test(clause)) return
  for (const match of clause.matchAll(nominalOrder)) {
    if (!tells.test(clause.slice(0, match.index)))
      judge('delete', clause.slice(match.index + match[0].length).slice(0, 160))
  }
  for (const match of clause.matchAll(vanish)) {
    if (!tells.test(clause.slice(0, match.index))) judge('delete', match[1] ?? match[2] ?? '')
  }
}

/** A finite verb behind a gerund makes it the subject of a statement. */
const speaksOf =
  /\b(?:is|are|was|were|can|may|might|will|would|requires?|does|do|did|has|had|takes?|took|makes?|made|means|fails?|failed|works?|caused?|helps?|should|must|leads?|needs?|breaks?)\b/i

/** A clause in parts of 2,000 characters; each begins in the one before it, so that nothing falls between two. */
function* partsOf(clause: string): Generator<string> {
  for (let at = 0; at === 0 || at + 400 < clause.length; at += 1_600) yield clause.slice(at, at + 2_000)
}

function judgeClause(scan: Scan, clause: string, segment: number): void {
  for (const match of `${clause} `.matchAll(asked)) {
    if (spokenOf.test(clause.slice(Math.max(0, match.index - 60), match.index))) continue
    const verb = (match[1] ?? '').toLowerCase()
    const from = match.index + match[0].length
    const rule = ruleFor(verb, clause.slice(from, from + 160), clause.trim() === verb)
    if (rule !== null) report(scan, rule, segment, clause)
  }
}

function ruleFor(verb: string, object: string, alone: boolean) {
  if (object.trim() === '' && !alone) return null
  const wide = everything.test(object)
  const powersOff = /^(?:shut ?down|power off)$/.test(verb)
  if (isSoft.test(verb) && !powersOff) {
    if (wide && (store.test(object) || touchy.test(object))) return sentenceRules.destroyMany
    return store.test(object) || touchy.test(object) ? sentenceRules.destroy : null
  }
  if (vital.test(object) && (wide || directly.test(object))) return sentenceRules.destroyAll
  return wide || store.test(object) ? sentenceRules.destroyMany : sentenceRules.destroy
}

function judgeMoney(scan: Scan, clause: string, segment: number): void {
  const match = money.exec(clause)
  if (match === null || spokenOf.test(clause.slice(Math.max(0, match.index - 60), match.index))) return
  report(
    scan,
    /\b(?:all|every|entire|whole)\b/i.test(match[0]) ? sentenceRules.refundAll : sentenceRules.pay,
    segment,
    clause,
  )
}

const isQuestion = (clause: string) =>
  /^\s*(?!(?:why (?:don't|do not|not|dont)|how about|what about|do you mind|is it possible for you|would)\b)(?:how|what|why|who|when|where|which|does|do|did|is|are|was|were|explain|describe|document|write (?:a|an|the) (?:doc|test|article|guide|blog)|tell me (?:how|what|why|about))\b/i.test(
    clause,
  )
