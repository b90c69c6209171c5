import type { Outcome } from './define.ts'

/** A named group of outcomes, as sold in the catalog. */
export type Pack = {
  name: string
  purpose: string
  /** Whether the guards scope of a day pass covers every member. */
  dayPass: boolean
  outcomes: readonly Outcome[]
}

/** Declares a pack. Members are imported, so a typo does not compile, and knip finds a file that is not listed. */
export const definePack = <const Declared extends Pack>(pack: Declared): Declared => pack
