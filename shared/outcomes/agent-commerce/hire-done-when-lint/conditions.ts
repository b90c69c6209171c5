import { IMPOSSIBLE, VAGUE, type VagueGroup } from './done-when.rules.ts'
import { judgeTestable, type ConditionKind } from './testable.ts'

export type Condition = {
  text: string
  source: 'done_when' | 'acceptance_tests' | 'brief'
  testable: boolean
  kind: ConditionKind
  problems: string[]
  vague: { phrase: string; group: VagueGroup } | null
  impossible: string | null
}

const MOST_CONDITIONS = 200
const MOST_TEXT = 500
const HEADING =
  /^[ \t]*(?:#+[ \t]*)?(?:\*\*)?(?:done when|definition of done|acceptance criteria|acceptance tests?|complete when)\b[^\n]*$/im

/** Takes texts apart into single conditions: lines, bullets, numbered points, semicolons, sentences. */
export function splitConditions(sent: string | readonly string[] | undefined): string[] {
  const texts = sent === undefined ? [] : typeof sent === 'string' ? [sent] : sent
  return texts
    .flatMap((text) => text.split(/\r?\n|;|(?<=[.!?])\s+(?=[A-Z`"'(])/))
    .map((text) => text.replace(/^\s*(?:[-*+•]|\[[ x]?\]|\d{1,3}[.)])\s*/i, '').trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .slice(0, MOST_CONDITIONS)
}

/** The part of a brief that says when the job is done, where it has a heading for it. */
export function doneSection(brief: string): string | null {
  const heading = HEADING.exec(brief)
  if (heading === null) return null
  const rest = brief.slice(heading.index + heading[0].length)
  const end = /\n[ \t]*(?:#+[ \t]|\*\*[^*\n]+\*\*[ \t]*$)/m.exec(rest)
  const inline = heading[0].split(':').slice(1).join(':')
  return `${inline}\n${end === null ? rest : rest.slice(0, end.index)}`.trim() || null
}

/** Judges one condition. */
export function judgeCondition(text: string, source: Condition['source']): Condition {
  const lower = text.toLowerCase().replaceAll(/\s+/g, ' ')
  const { testable, kind } = judgeTestable(text)
  const impossible = IMPOSSIBLE.find((phrase) => hasPhrase(lower, phrase)) ?? null
  const vague = vagueIn(lower)
  // A measured condition may use a soft word beside its number.
  const isSoft = vague !== null && (!testable || vague.group.isSubjective === true)
  const isTestable = testable && impossible === null && !(isSoft && kind !== 'metric' && kind !== 'command')
  return {
    text: text.slice(0, MOST_TEXT),
    source,
    testable: isTestable,
    kind: isTestable || !isSoft ? kind : 'vague',
    problems: [
      ...(impossible === null ? [] : [`cannot be met: ${impossible}`]),
      ...(isSoft ? [`cannot be measured: ${vague.phrase}`] : []),
    ],
    vague: isSoft ? vague : null,
    impossible,
  }
}

function vagueIn(lower: string): Condition['vague'] {
  for (const group of VAGUE) for (const phrase of group.phrases) if (hasPhrase(lower, phrase)) return { phrase, group }
  return null
}

/** Whether whole words of a text are the phrase. */
function hasPhrase(lower: string, phrase: string): boolean {
  for (let at = lower.indexOf(phrase); at !== -1; at = lower.indexOf(phrase, at + 1)) {
    const [before, after] = [lower[at - 1] ?? ' ', lower[at + phrase.length] ?? ' ']
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
