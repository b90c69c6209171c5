import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

type Slugs = string | readonly string[]
export type Binding = {
  slug: Slugs
  field: string
  value?: unknown
  one_of?: readonly unknown[]
  contains?: readonly string[]
  from?: Slugs
  not_value?: unknown
}
export type Goal = {
  id: string
  goal: string
  input: string
  class: string
  lang: string
  expect: {
    outcome: 'plan' | 'no_plan' | 'refuse_part'
    must_include?: readonly string[]
    any_of?: readonly (readonly string[])[]
    must_not_include?: readonly string[]
    order?: readonly (readonly [Slugs, Slugs])[]
    bindings?: readonly Binding[]
    max_steps: number
    max_cents?: number
    missing?: readonly string[]
  }
}

export const readGoals = (path: string): Goal[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    // Safe: a file of labelled goals, in their documented form.
    .map((line) => JSON.parse(line) as Goal)

/** Whether a goal is of the part that no rule is written from: three tenths, by the hash of its id. */
export const isKeptApart = ({ id }: Goal) => createHash('sha256').update(id).digest().readUInt32BE(0) % 10 < 3
