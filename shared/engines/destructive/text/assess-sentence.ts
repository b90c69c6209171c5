import { sentenceRules } from '../rules/sentence.rules.ts'
import { addSegment, report } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'

const verbs =
  'delete|deletes|remove|erase|wipe|purge|drop|destroy|terminate|truncate|nuke|obliterate|shred|uninstall|revoke|unpublish|decommission|deprovision|tear down|teardown|clean out|clear out|clear|empty|reset|format|reformat|kill|shut down|shutdown|power off|stop|disable|deactivate|suspend|cancel|archive|get rid of|force[- ]push|overwrite|roll back|rollback|discard|close|ban|unlink|detach|evict|expire|flush|reboot|restart'
const soft = /^(?:clear|empty|reset|stop|disable|deactivate|suspend|cancel|archive|roll back|rollback|discard|close|ban|unlink|detach|evict|expire|flush|reboot|restart)$/
const wanted = new RegExp(`\\b(${verbs})\\b\\s+(?!(?:button|link|key|icon|policy|policies|endpoint|command|statement|operation|feature|request|flag|event|handler|permission|test)\\b)`, 'gi')

/** Words after which a verb is spoken of, not asked for. */
const spokenOf =
  /(?:\b(?:do not|don't|never|not|avoid|without|cannot|can't|won't|should not|shouldn't|must not|no longer|how (?:do|does|can|would|to)|what (?:does|do|is|are|happens)|why|explain|describe|document|summari[sz]e|list|show|find|when was|who|whether|if|about|difference between|instead of|rather than|before you|after you|was|were|been|be|is|are|got|already|recently|meaning of|tutorial|article|blog|undo|undelete|prevent|protect|guard against|test that|check that|the|a|an|this|that|our|his|their|soft)\s+|["'\x60#]|-)$/i

const everything = /\b(?:all|every|everything|entire|whole|any|each|complete|completely|\*)\b/i
const heavy =
  /\b(?:databases?|db|tables?|clusters?|production|prod|accounts?|backups?|snapshots?|disks?|drives?|volumes?|buckets?|servers?|namespaces?|repositor(?:y|ies)|repos?|environments?|hard drive|file ?system|partitions?|organi[sz]ations?|tenants?|infrastructure|home director(?:y|ies)|schemas?|collections?|zones?|domains?|branch(?:es)?|main|master|vms?|instances?|projects?|workspaces?|customers?|users?|records?|rows?|data|secrets?|keys?|logs?|emails?|mailbox(?:es)?|history)\b/i
const vital = /\b(?:databases?|clusters?|production|prod|accounts?|backups?|disks?|drives?|servers?|infrastructure|file ?system|organi[sz]ations?|hard drive|tenants?|everything|root)\b/i
const money = /\b(?:send|transfer|pay|wire|withdraw|refund|payout|pay out|swap|bridge|sweep|drain|donate|tip)\b[^.!?\n]{0,80}?(?:[$€£]\s?\d|\b\d[\d.,]*\s?(?:usd|usdc|usdt|eur|gbp|eth|btc|sol|dai|dollars?|euros?|cents?|tokens?|coins?|k\b|m\b)|\b(?:funds?|money|balance|wallet|payments?|customers?|orders?|invoice|salary|deposit)\b)/i

/** Judges a plain sentence: a destructive verb that is asked for, and what it would reach. */
export function assessSentence(scan: Scan, text: string, place: Place): void {
  const segment = addSegment(scan, [text], place)
  for (const clause of text.split(/[.!?;\n]+(?:\s|$)|\n/).slice(0, 400)) {
    judgeClause(scan, clause.slice(0, 2_000), segment)
    judgeMoney(scan, clause.slice(0, 2_000), segment)
  }
}

function judgeClause(scan: Scan, clause: string, segment: number): void {
  for (const match of `${clause} `.matchAll(wanted)) {
    const before = clause.slice(Math.max(0, match.index - 60), match.index)
    if (spokenOf.test(before) || isQuestion(clause)) continue
    const verb = (match[1] ?? '').toLowerCase()
    const object = clause.slice(match.index + match[0].length, match.index + match[0].length + 160)
    if (object.trim() === '' && clause.trim().includes(' ')) continue
    const isSoft = soft.test(verb)
    const wide = everything.test(object)
    if (!isSoft && vital.test(object) && (wide || /^(?:the|our|my|this|that|a|an)?\s*(?:\w+\s+){0,2}?(?:database|cluster|production|account|disk|drive|server|infrastructure|file ?system|backups)/i.test(object))) {
      report(scan, sentenceRules.destroyAll, segment, clause)
    } else if (!isSoft && (wide || heavy.test(object))) report(scan, sentenceRules.destroyMany, segment, clause)
    else if (isSoft && wide && heavy.test(object)) report(scan, sentenceRules.destroyMany, segment, clause)
    else if (!isSoft || heavy.test(object)) report(scan, sentenceRules.destroy, segment, clause)
  }
}

function judgeMoney(scan: Scan, clause: string, segment: number): void {
  const match = money.exec(clause)
  if (match === null || isQuestion(clause) || spokenOf.test(clause.slice(Math.max(0, match.index - 60), match.index))) return
  report(scan, /\b(?:all|every|entire|whole)\b/i.test(match[0]) ? sentenceRules.refundAll : sentenceRules.pay, segment, clause)
}

const isQuestion = (clause: string) => /^\s*(?:how|what|why|who|when|where|which|does|do|did|is|are|was|were|explain|describe|document|write (?:a|an|the) (?:doc|test|article|guide|blog)|tell me (?:how|what|why|about))\b/i.test(clause)
