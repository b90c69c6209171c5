import { sentenceRules } from '../rules/sentence.rules.ts'
import { addSegment, report } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'

const hard =
  'delete|remove|erase|wipe|purge|drop|destroy|terminate|truncate|nuke|obliterate|shred|uninstall|revoke|unpublish|decommission|deprovision|tear down|teardown|clean out|clear out|format|reformat|kill|get rid of|force[- ]push|overwrite'
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

/** Judges a plain sentence by its requested destructive verb and the verb's object. */
export function assessSentence(scan: Scan, text: string, place: Place): void {
  const segment = addSegment(scan, [text], place)
  for (const clause of text.split(/[.!?;]+(?:\s|$)|\n/)) {
    if (isQuestion(clause)) continue
    for (const part of partsOf(clause)) {
      judgeClause(scan, part, segment)
      judgeMoney(scan, part, segment)
    }
  }
}

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
  /^\s*(?:how|what|why|who|when|where|which|does|do|did|is|are|was|were|explain|describe|document|write (?:a|an|the) (?:doc|test|article|guide|blog)|tell me (?:how|what|why|about))\b/i.test(
    clause,
  )
