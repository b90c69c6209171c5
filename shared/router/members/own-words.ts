import { clausesOf } from '../goal/clauses.ts'
import type { Known } from '../values/known.ts'

type On = readonly { start: number; end: number }[]

/** Where a goal speaks of one of its wishes. */
export type OwnWords = { text: string; ranges: readonly { start: number; end: number }[] }

/** The goal's words about one of its wishes: the parts that ask for it, and those after each that ask for nothing else. */
export function ownWords({ read: { text } }: Known, on: On, others: On): OwnWords {
  const clauses = clausesOf(text)
  const partAt = (at: number) => clauses.findLastIndex(({ start }) => start <= at)
  const own = new Set(on.map(({ start }) => partAt(start)))
  const taken = new Set(others.map(({ start }) => partAt(start)))
  if (clauses.length === 0 || own.size === 0) return { text, ranges: [{ start: 0, end: text.length }] }
  let isOwn = false
  const ranges = clauses.filter((_, index) => {
    isOwn = own.has(index) || (isOwn && !taken.has(index))
    return isOwn
  })
  return { text: ranges.map(({ start, end }) => text.slice(start, end)).join(' , '), ranges }
}
