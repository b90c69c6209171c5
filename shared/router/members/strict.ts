import type { Known } from '../values/known.ts'

/** One copy for each: what is read of a goal is kept by the object that says what is known of it. */
const made = new WeakMap<Known, Known>()

/** The same, but a value counts as given only if it is what an earlier outcome is for. */
export function strictly(known: Known): Known {
  const strict = made.get(known) ?? { ...known, isStrict: true }
  made.set(known, strict)
  return strict
}
