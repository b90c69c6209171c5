import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { CHOICES } from './choices.rules.ts'
import { NAMES } from './names.rules.ts'
import { NUMBERS } from './numbers.rules.ts'
import { type Part, partsOf } from './parts.ts'
import { PAST } from './amounts.ts'
import { withoutStop } from './without-stop.ts'
import { choice, flag, type Way } from './ways.ts'

const RULES: Readonly<Record<string, Way>> = { ...NUMBERS, ...CHOICES, ...NAMES }
const own = new WeakMap<Tool, Map<string, Way | null>>()

/** How a goal says a field: by a rule for it, or else by its own name and those of its choices. */
export function wayOf(tool: Tool, field: string): Way | null {
  const ways = own.get(tool) ?? new Map<string, Way | null>()
  own.set(tool, ways)
  const known = ways.get(field)
  if (known !== undefined) return known
  const way = RULES[`${tool.slug}.${field}`] ?? RULES[field] ?? byName(tool, field)
  ways.set(field, way)
  return way
}

const answers = new WeakMap<Known, Map<string, unknown>>()

/**
 * Returns what the goal says that a field is to be: in the part that speaks of the wish at hand, or else in the rest of the
 * goal, if no other wish has a field that the same words may mean. Undefined when the goal says nothing; what the schema
 * refuses is left out later.
 */
export function saidOf(tool: Tool, field: string, known: Known): unknown {
  const before = answers.get(known) ?? new Map<string, unknown>()
  answers.set(known, before)
  const key = `${tool.slug}.${field}`
  if (!before.has(key)) before.set(key, said(tool, field, known))
  return before.get(key)
}

function said(tool: Tool, field: string, known: Known): unknown {
  const way = wayOf(tool, field)
  if (way === null) return undefined
  const { own: part, rest } = partsOf(known)
  const found = readIn(part, way, false)
  if (found !== undefined || rest === null || isMeantByOthers(way, known)) return withoutStop(found)
  return withoutStop(readIn(rest, way, true))
}

/** What a part says, with its words as they most likely are meant or else as they stand. */
function readIn(part: Part, way: Way, isClear: boolean): unknown {
  const spelt = part.spelt()
  return (spelt === null ? undefined : way.read(spelt, isClear)) ?? way.read(part, isClear)
}

/** Whether another wish takes what the words mean; how far back something looks may hold for several. */
const isMeantByOthers = (way: Way, { own: parts }: Known) =>
  way.family !== PAST &&
  parts?.others.some((tool) => [...tool.fields].some((field) => wayOf(tool, field)?.family === way.family)) === true

/** Names of fields and of choices that are words like any other. */
const PLAIN_WORDS = new Set(
  `all auto text read user base message any raw none check list bind verify document email new top best load full short slug
  day pack agent rail get post put head delete files file both yes no default link query replace create low high medium base64
  link light standard network error return open small large a move compatible earlier later reject one two unknown memory
  numeric records mean sum prepaid provider custom solana public private image page hex
  safe screenshot approved normalize trial data_is_text token version_check now html resolvers wait_until layout lang scope
  reference opt_out multi mode visibility status voice op action source kind policy limit`.split(/\s+/),
)

function byName({ kinds }: Tool, field: string): Way | null {
  const kind = kinds.get(field)
  if (kind === undefined || kind.kind === 'number') return null
  if (kind.kind === 'choice') {
    const named = kind.choices.filter((name) => name.length > 1 && !PLAIN_WORDS.has(name.toLowerCase()))
    return choice(Object.fromEntries(named.map((name) => [name, name.toLowerCase().replaceAll(/[_-]/g, '[ _-]?')])))
  }
  if (PLAIN_WORDS.has(field)) return null
  return flag(field.replaceAll('_', '[ _-](?:\\w+ )?'))
}
