import { neutralize } from '#shared/engines/injection/neutralize.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { fitText } from '#shared/engines/model/read-foreign.ts'
import { findInjection, type InjectionFlag } from '#shared/engines/page/find-injection.ts'

/** Words that speak to a judge, beside what speaks to any model. */
const TO_JUDGES: readonly { rule: string; pattern: RegExp }[] = [
  {
    rule: 'asks_for_score',
    pattern:
      /\b(?:give|award|assign|rate|score|grade|mark|rank)\b[^.\n]{0,80}?\b(?:\d{1,3}\s?(?:\/|out of)\s?\d{1,3}|full marks|top (?:score|marks)|(?:highest|maximum|max|best|perfect) (?:score|marks|points|rating|grade))/gi,
  },
  {
    rule: 'sets_aside_rubric',
    pattern:
      /\b(?:ignore|disregard|forget|skip|override)\b[^.\n]{0,40}?\b(?:rubric|criteria|reference|instructions?|other (?:answers?|candidates?|responses?))\b/gi,
  },
  {
    rule: 'claims_to_win',
    pattern: /\b(?:this|my) (?:answer|candidate|response|output) is (?:the )?(?:best|correct|winner|superior)\b/gi,
  },
]

export type Candidate = {
  /** Without what speaks to its judge, and cut to its room. */
  text: string
  cutAt: number | null
  flags: InjectionFlag[]
  /** Whether it consists only of instructions to its judge. */
  isOrder: boolean
}

const LEAST_LEFT = 0.2

/** A candidate as a judge may see it: what gives orders is taken out, and reported. */
export function readCandidate(sent: string, maxTokens: number | null): Candidate {
  const { findings } = scanForInjection(sent, { source: 'tool_output', html: false })
  // What merely resembles an order stays: with it an honest sentence beside it would go.
  const orders = findings.filter(({ category }) => category !== 'resemblance')
  const flags = findInjection(sent, [])
  let text = orders.length === 0 ? sent : neutralize(sent, orders)
  for (const { rule, pattern } of TO_JUDGES) {
    text = text.replaceAll(pattern, (excerpt) => {
      flags.push({ rule, severity: 'high', excerpt: excerpt.slice(0, 160).toWellFormed(), hidden: false })
      return `[removed: ${rule}]`
    })
  }
  const left = text.replaceAll(/\[removed: [\w.-]+\]/g, '').trim()
  const isOrder = flags.length > 0 && left.length < Math.max(12, sent.trim().length * LEAST_LEFT)
  return { ...(maxTokens === null ? { text, cutAt: null } : fitText(text, maxTokens)), flags, isOrder }
}

/** Reads all candidates of a call, each with an equal share of the tokens. */
export const readCandidates = ({
  candidates,
  maxTokens,
}: {
  candidates: readonly string[]
  maxTokens: number | null
}) =>
  candidates.map((sent) => readCandidate(sent, maxTokens === null ? null : Math.floor(maxTokens / candidates.length)))
