import type { Tokens } from './tokens.ts'

/** Tokens that are judged together; an order within a long text is not thinned by the text around it. */
const WIDTH = 40
const STEP = 20

/** Fewer words than this are too little to be like anything. */
const FEWEST = 4

export type Window = { first: number; after: number }

/** The windows over a text, by the index of their first token and of the one after their last. */
export function windowsOf({ count }: Pick<Tokens, 'count'>): Window[] {
  if (count < FEWEST) return []
  const found: Window[] = []
  for (let first = 0; first === 0 || first + STEP < count; first += STEP)
    found.push({ first, after: Math.min(count, first + WIDTH) })
  return found
}
