import { readName } from './name-likeness.ts'
import type { Member } from './read-pairs.ts'

/** The marks by which several of a kind are told apart, in their order. */
const ORDERS: readonly (readonly string[])[] = [
  [...'abcdefgh'],
  [...'12345678'],
  ['one', 'two', 'three', 'four', 'five', 'six'],
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'],
]

/** Members that are several of one kind, under marks of an order: `a` and `b`, `draft_1` and `draft_2`. */
type Counted = { member: Member; stem: string; order: number; place: number }

/**
 * The members of an object with those that are several of one kind put together as one list, under the name that they
 * share; undefined where there are none.
 */
export function putTogether(members: readonly Member[]): Member[] | undefined {
  const counted = members.flatMap((member) => placeOf(member) ?? [])
  const [group] = [...Map.groupBy(counted, ({ stem, order }) => `${order} ${stem}`).values()].filter(isRow)
  if (group === undefined) return undefined
  const stem = group[0]?.stem ?? ''
  const name = stem === '' ? 'items' : `${stem}s`
  const list = { name, called: readName(name), value: group.map(({ member }) => member.value) }
  return [...members.filter((member) => !group.some((one) => one.member === member)), list]
}

/** Whether such members are a row from its first on, of values of one kind. */
const isRow = (group: readonly Counted[]) =>
  group.length > 1 &&
  group.every(({ place, member }, index) => place === index && typeof member.value === typeof group[0]?.member.value)

function placeOf(member: Member): Counted | undefined {
  const words = member.called.name.replace(/(?<=[a-z])(?=\d$)/, '_').split('_')
  for (const [order, marks] of ORDERS.entries())
    for (const [mark, rest] of [
      [words.at(-1), words.slice(0, -1)],
      [words[0], words.slice(1)],
    ] as const) {
      const place = marks.indexOf(mark ?? '')
      if (place !== -1) return { member, stem: rest.join('_'), order, place }
    }
  return undefined
}
