import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import type { FoundType } from '../values/find-values.ts'
import type { Known } from '../values/known.ts'
import { asInput, domainOf } from '../values/meanings.ts'
import { type NameKind, standsIn } from '../values/names.ts'

/** A value at hand, by an id that stands for it. `says` is what a model is told: of an input's value its type alone. */
export type Slot = { id: string; type: FoundType | 'member'; value: unknown; says: string }

const MOST = 40
const MOST_SHOWN = 120
/** Names of members that are shown: no sentence fits into one. */
const IDENTIFIER = /^[a-z][a-z0-9_]{0,29}$/i

/** The values of goal and input, each once: what has a form, what has a name, and the members of a JSON input. */
export function slotsOf(known: Known): Slot[] {
  const slots: Omit<Slot, 'id'>[] = []
  const add = (type: Slot['type'], given: unknown, says: string) => {
    // Of a pair of coordinates each half is a value.
    const value = type === 'coordinates' ? given : asInput(known, given)
    const isKnown = slots.some((slot) => slot.type === type && slot.value === value)
    if (!isKnown && slots.length < MOST) slots.push({ type, value, says: `${type}, ${says}` })
  }
  for (const { type, value, from } of known.values)
    add(type, value, from === 'goal' ? inGoal(value) : inInput(asInput(known, value)))
  const domain = domainOf(known, true)
  if (!known.has('domain') && domain !== undefined) add('domain', domain, 'of the address at hand')
  for (const kind of NAMES)
    for (const name of known.names[kind])
      add(kind, name.value, standsIn(name, known.goal) ? inGoal(name.value) : 'named in the input')
  for (const [name, value] of Object.entries(known.input.members))
    if (IDENTIFIER.test(name)) add('member', value, `${name} of the input, ${kindOf(value)}`)
  return slots.map((slot, index) => ({ id: `v${index + 1}`, ...slot }))
}

const NAMES = ['language', 'currency', 'coin', 'ticker', 'timezone'] as const satisfies readonly (NameKind &
  FieldType)[]

const inGoal = (value: unknown) =>
  typeof value === 'string' ? `in the goal: ${value.slice(0, MOST_SHOWN)}` : 'in the goal'
const inInput = (value: unknown) => (value === '$input' ? 'the whole input' : 'in the input')

const kindOf = (value: unknown) => {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
