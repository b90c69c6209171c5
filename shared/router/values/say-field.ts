import { fold } from '../goal/fold.ts'
import type { FieldKind, Tool } from '../tool.ts'
import { FIELD_READERS, NOT_SAID, NUMBER_NOUNS } from './fields.rules.ts'
import { type Known, spelt } from './known.ts'
import { numberAfter, numberBefore } from './numbers.ts'

/**
 * Returns what the goal says in words that an optional field is to be: by a rule for the field, or else by its own name
 * and those of its choices. Undefined when the goal says nothing; what the schema refuses is left out later.
 */
export function saidOf(tool: Tool, field: string, known: Known): unknown {
  const said = saidIn(tool, field, known, fold(known.goal))
  return said === undefined && known.read.respelt.length > 0 ? saidIn(tool, field, known, fold(spelt(known))) : said
}

function saidIn(tool: Tool, field: string, known: Known, goal: string): unknown {
  const reader = FIELD_READERS[`${tool.slug}.${field}`] ?? FIELD_READERS[field]
  const said = reader?.(known, goal)
  if (said === null) return undefined
  if (said !== undefined) return said
  const kind = tool.kinds.get(field)
  return kind === undefined || NOT_SAID.has(field) ? undefined : byName(kind, field, goal)
}

function byName(kind: FieldKind, field: string, goal: string): unknown {
  if (kind.kind === 'choice') return choiceIn(kind.choices, goal)
  const words = field.split('_').filter((word) => word.length > 2)
  if (kind.kind === 'number') {
    const noun = NUMBER_NOUNS[field] ?? (words.length === 1 ? `${words[0]}s?` : undefined)
    if (noun === undefined) return undefined
    return (
      numberAfter(goal, `\\b(?:${noun})(?: (?:no|number|nr|id|of|is|at|to|from))?`) ??
      numberBefore(goal, `(?:${noun})\\b`)
    )
  }
  const found = words.map((word) => new RegExp(`\\b${word.slice(0, Math.max(4, word.length - 3))}\\w*`).exec(goal))
  if (found.length === 0 || found.some((one) => one === null)) return undefined
  const at = Math.min(...found.map((one) => one?.index ?? 0))
  const last = Math.max(...found.map((one) => one?.index ?? 0))
  return !/\b(?:no|not|without|skip|ohne|keine?|sin|sans|dont|don't|leave out|omit)\b[^.,;]{0,20}$/.test(
    goal.slice(0, Math.max(at, last)),
  )
}

/** Names of choices that are words like any other. */
const WORDS = new Set(
  `all auto text read user base message any raw none check list bind verify document email new top best load full short slug
  day pack agent rail get post put head delete files file both yes no default link query replace create low high medium base64
  link light standard network error return open small large a move compatible earlier later reject one two unknown memory
  numeric records mean sum prepaid provider custom solana public private image page hex`.split(/\s+/),
)

function choiceIn(choices: readonly string[], goal: string): string | undefined {
  const said = choices.filter((choice) => {
    if (choice.length < 2 || WORDS.has(choice.toLowerCase())) return false
    const words = fold(choice).replaceAll(/[_-]/g, '[ _-]?')
    return new RegExp(`(?<![\\w-])${words}(?![\\w-])`).test(goal)
  })
  return said.length === 1 ? said[0] : undefined
}
