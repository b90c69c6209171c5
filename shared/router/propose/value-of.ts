import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import { type Draft, isText, isWritten, Reference } from '../plan/draft.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { numberOf } from '../values/quantities.ts'
import { fitsStep, fitsType } from './fits.ts'
import type { ProposedInput, Refused } from './proposal.ts'
import type { Slot } from './slots.ts'
import { inWordsOf } from './words-of-goal.ts'

/** What an input may be filled from. `goal` is the goal without what no outcome does. */
export type Ground = { known: Known; goal: string; slots: readonly Slot[] }

/** A value, or why there is none. `left`: the input is left out, and the outcome's own default holds. */
export type Read = { value: unknown } | { refused: Refused } | 'left'

/** Types that are words: a model may take them from the goal. All other values have to be slots or references. */
const WORDS = new Set(
  `query question topic word task text markdown note-query note-key tag title company competitor label name focus purpose need
  image-prompt image-question action prefix path regex note-content post-text`.split(/\s+/),
)
/** Words that stand together: in another order they would name or mean something else. */
const AS_SAID = new Set(
  'task text markdown note-key name path regex action title prefix note-content post-text'.split(' '),
)
/** Yes and no of these are how an answer looks; of others, what a verdict rests on. */
const FLAGS = new Set(['full-page', 'dark', 'links-flag', 'tables-flag'])
/** Choices on which a verdict rests: our own rules read them in the goal, or the outcome's default holds. */
const JUDGED_BY = new Set(['environment', 'sensitivity', 'audit-profile', 'bind-mode'])

/** Reads one input that a model proposes for an outcome. `before` are its steps so far, in the order in which it counts them. */
export function valueOf(
  { from, value, field }: ProposedInput,
  tool: Tool,
  type: FieldType,
  before: readonly Draft[],
  { known, goal, slots }: Ground,
): Read {
  switch (from) {
    case 'slot':
      return slotted(value, type, slots)
    case 'input':
      return takesInput(type, known) ? { value: '$input' } : refused('wrong_type')
    case 'step':
      return stepped(value, tool, type, before)
    case 'words':
      return said(value, tool, type, goal)
    case 'choice': {
      const kind = tool.kinds.get(field)
      if (kind?.kind !== 'choice' || !kind.choices.includes(value)) return refused('wrong_type')
      return JUDGED_BY.has(type) ? 'left' : { value }
    }
    case 'flag':
      if (value !== 'true' && value !== 'false') return refused('wrong_type')
      return FLAGS.has(type) ? { value: value === 'true' } : 'left'
    case 'number':
      if (tool.kinds.get(field)?.kind !== 'number') return refused('wrong_type')
      if (!isSaidNumber(Number(value), goal)) return tool.required.includes(field) ? refused('not_in_goal') : 'left'
      return { value: Number(value) }
  }
}

const refused = (why: Refused): Read => ({ refused: why })

function slotted(value: string, type: FieldType, slots: readonly Slot[]): Read {
  const ids = value.split(/[\s,]+/).filter((id) => id !== '')
  const found = ids.map((id) => slots.find((slot) => slot.id === id))
  const [first] = found
  if (first === undefined || found.includes(undefined)) return refused('unknown_slot')
  const all = found.filter((slot) => slot !== undefined)
  const isOf = (one: string) => all.every((slot) => slot.type === 'member' || fitsType(slot.type, one))
  if (all.length === 1 && isOf(type)) return { value: atPlace(first, type) }
  if (!type.endsWith('[]') || !isOf(type.slice(0, -2))) return refused('wrong_type')
  return { value: all.map((slot) => slot.value) }
}

/** A slot's value, or the half of a pair of coordinates. */
function atPlace(slot: Slot, type: FieldType): unknown {
  if (slot.type !== 'coordinates') return slot.value
  return Number(String(slot.value).match(/-?\d{1,3}\.\d+/g)?.[type === 'latitude' ? 0 : 1])
}

/** Whether the whole input may stand for a type: a text, words, what it was read as, or JSON where that is taken. */
function takesInput(type: FieldType, { input, has }: Known): boolean {
  if (input.text.trim() === '') return false
  return (
    isText(type) ||
    isWritten(type) ||
    WORDS.has(type) ||
    has(type) ||
    (input.json !== undefined && fitsType('json', type))
  )
}

function stepped(value: string, tool: Tool, type: FieldType, before: readonly Draft[]): Read {
  const [, step, path = ''] = /^\$?(\d{1,2})\.(?:result\.)?([\w.-]+)$/.exec(value) ?? []
  const draft = before[Number(step ?? 0) - 1]
  if (draft === undefined) return refused('wrong_reference')
  if (fitsStep(draft.tool, path, tool, type)) return { value: new Reference(draft, path) }
  if (!type.endsWith('[]')) return refused('wrong_type')
  // Safe: a type without its mark of a list is a type.
  const one = type.slice(0, -2) as FieldType
  return fitsStep(draft.tool, path, tool, one) ? { value: [new Reference(draft, path)] } : refused('wrong_type')
}

function said(value: string, tool: Tool, type: FieldType, goal: string): Read {
  const isList = type.endsWith('[]')
  const one = isList ? type.slice(0, -2) : type
  if (!WORDS.has(one)) return refused('wrong_type')
  const isLoose = !tool.writes && !isList && !AS_SAID.has(one)
  const parts = (isList ? value.split(/[,;\n、，]/) : [value]).map((part) => inWordsOf(goal, part, isLoose))
  const own = parts.filter((part) => part !== undefined)
  if (own.length < parts.length) return refused('not_in_goal')
  return { value: isList ? own : own[0] }
}

/** Whether a goal says a number, in digits or in words. */
const isSaidNumber = (number: number, goal: string) =>
  [...goal.matchAll(/-?\d+(?:[.,]\d+)*|\p{L}+/gu)].some(([word]) => numberOf(word) === number)
