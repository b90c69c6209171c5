import { visible } from '../goal/fold.ts'
import { type ReadGoal, readGoal } from '../goal/read-goal.ts'
import { type FoundType, findValues, type Value } from './find-values.ts'
import { type Named, type NameKind, namesIn } from './names.ts'
import { jsonInGoal } from './json-in-goal.ts'
import { type InputShape, readInput } from './read-input.ts'

/** All that is known before planning: the goal's words, and every typed value of goal and input. */
export type Known = {
  goal: string
  read: ReadGoal
  input: InputShape
  values: readonly Value[]
  /** Quoted or bracketed parts of the goal, in order. */
  quoted: readonly string[]
  names: Readonly<Record<NameKind, readonly Named[]>>
  now: Date
  has: (type: string) => boolean
}

/** An input beyond this many characters is read for names in its head only. */
const NAMED_HEAD = 600
const QUOTED =
  /"([^"\n]{1,400})"|“([^”\n]{1,400})”|«\s?([^»\n]{1,400}?)\s?»|„([^“”\n]{1,400})[“”]|「([^」\n]{1,400})」|\[([^\]\n]{1,400})\]|`([^`\n]{1,400})`/g

/** Notes that are no note of a notepad. */
const OTHER_NOTES = /(?<=\b(?:release|patch|show|lecture|delivery|credit|liner|bank) )notes?\b/gi

/** The path of a file: no word of it is a wish. */
const PATH = /(?<![\w/.-])[\w-]{1,40}(?:\/[\w.-]{1,40}){0,6}\/[\w-]{1,40}\.[a-z]{1,5}\b/gi

export function readAll(rawGoal: string, rawInput: string, now: Date): Known {
  const goal = visible(rawGoal)
  const input = readInput(rawInput)
  const objects = jsonInGoal(goal)
  const inGoal = [
    ...findValues(mask(goal, objects), 'goal'),
    ...objects.map(({ value, start, end }): Value => ({
      type: 'properties' in value || '$schema' in value || 'type' in value ? 'json-schema' : 'json',
      value,
      from: 'goal',
      start,
      end,
    })),
  ]
  const quoted: { text: string; start: number; end: number }[] = []
  for (const match of mask(goal, objects).matchAll(QUOTED)) {
    const text = match.slice(1).find((part) => part !== undefined)
    if (text !== undefined) quoted.push({ text, start: match.index, end: match.index + match[0].length })
  }
  const paths = [...goal.matchAll(PATH)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
  const sayings = [...goal.matchAll(OTHER_NOTES)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }))
  const masked = mask(goal, [...sayings, ...inGoal.filter(({ type }) => type !== 'agent-name'), ...quoted, ...paths])
  const values = [...inGoal, ...listed(findValues(rawInput, 'input'), rawInput), ...input.values]
  const head = input.json === undefined ? rawInput.slice(0, NAMED_HEAD) : ''
  const short = head.length <= 120 ? head : ''
  const named = (kind: NameKind, more: string) => {
    const inText = namesIn(mask(goal, inGoal), kind)
    return inText.length > 0 && kind !== 'coin' ? inText : [...inText, ...namesIn(more, kind, kind === 'coin')]
  }
  const names = {
    language: named('language', ''),
    currency: named('currency', short),
    coin: named('coin', short),
    ticker: named('ticker', short),
    timezone: named('timezone', short),
  }
  const read = readGoal(masked)
  const types = new Set<string>(values.map(({ type }) => type))
  return {
    goal,
    read,
    input,
    values,
    quoted: quoted.map(({ text }) => text),
    names,
    now,
    has: (type) => types.has(type),
  }
}

/** What is said to an agent between values: those after it are part of what is said. */
const SPEECH =
  /\b(?:ignore|instead|instructions?|assistant|agents?|system|planner|router|must|policy|note|call|capture|also run|owner|llm|model)\b|(?:\p{L}{2,}[\s,.;:]+){9}/iu

/** The values of an input that begins with one, up to where it begins to speak. */
function listed(found: readonly Value[], text: string): Value[] {
  const [first] = found
  if (first === undefined || text.slice(0, first.start).trim().length > 2) return [...found]
  let end = first.end
  for (const [index, value] of found.entries()) {
    if (value.start > end && SPEECH.test(text.slice(end, value.start))) return found.slice(0, index)
    end = Math.max(end, value.end)
  }
  return [...found]
}

const mask = (text: string, parts: readonly { start: number; end: number }[]) => {
  const chars = text.split('')
  for (const { start, end } of parts) chars.fill(' ', start, end)
  return chars.join('')
}

/** The distinct values of a type, those of the goal first. */
export const valuesOf = (known: Known, type: FoundType): Value[] => {
  const seen = new Set<unknown>()
  return known.values.filter((value) => value.type === type && !seen.has(value.value) && seen.add(value.value))
}
