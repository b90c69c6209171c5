import { type HostileBody, hostileBodies } from './bodies.ts'
import { hostileForms } from './forms.ts'
import type { Operation, Schema } from './operations.ts'

/** Bodies over this size are parsed and validated in a thread, smaller ones where everybody waits. */
const MEGABYTE = 1024 * 1024
/** Of a bundle's bodies this part is sent: its members' schemas are walked in their own operations. */
const BUNDLE_PART = 5
/** Texts of one place follow each other; each place gets another third of them. */
const TEXTS_OF_A_PLACE = 30

type Options = { limit: number; resolve: (schema: Schema) => Schema; random: () => number }

/**
 * The bodies that an operation gets from a sender whose credential cannot be one, and from one who pays: as long as its
 * limit, and a megabyte long where it takes more. Every place and kind is there at the smaller size. Of the texts each
 * place gets a third (all of them where there are few places), since every reader of every field with every text at every size
 * would take an hour.
 */
export function chosenBodies(operation: Operation, options: Options): { unpaid: HostileBody[]; paid: HostileBody[] } {
  const { limit } = options
  const usual = ofSize(operation, options, Math.min(limit, MEGABYTE))
  if (limit <= MEGABYTE) return usual
  const large = ofSize(operation, options, limit)
  return {
    unpaid: [...usual.unpaid, ...large.unpaid.map(onlyLarge)],
    paid: [...usual.paid, ...large.paid.filter((_, nth) => nth % 4 === 0).map(onlyLarge)],
  }
}

function ofSize(operation: Operation, { resolve, random }: Options, bytes: number) {
  const every = operation.path.includes('/bundles/') ? BUNDLE_PART : 1
  const all = [...hostileBodies(operation, { bytes, resolve, random }), ...hostileForms(operation, bytes)].filter(
    (_, nth) => nth % every === 0,
  )
  const texts = all.filter(({ isText }) => isText === true)
  const others = all.filter(({ isText }) => isText !== true)
  const parts =
    bytes > MEGABYTE ? Math.ceil(texts.length / TEXTS_OF_A_PLACE) : texts.length > 3 * TEXTS_OF_A_PLACE ? 3 : 1
  const place = (nth: number) => Math.floor(nth / TEXTS_OF_A_PLACE)
  return {
    unpaid: [...others, ...texts.filter((_, nth) => (nth + place(nth)) % parts === 0)],
    // A text that is refused is refused before it matters who pays.
    paid: [...others, ...texts.filter((_, nth) => nth % TEXTS_OF_A_PLACE === place(nth) % TEXTS_OF_A_PLACE)],
  }
}

/** What is bounded by the number of its values is no longer than at the smaller size, and need not be sent again. */
const onlyLarge = (body: HostileBody): HostileBody => ({ ...body, minBytes: MEGABYTE })
