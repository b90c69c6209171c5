import { fragment } from '#shared/db/fragment.ts'

/** A piece of SQL with its values. */
export type Fragment = ReturnType<typeof fragment>

/** SQL condition: each of these; conditions that are null are left out. */
export const all = (first: Fragment, ...more: readonly (Fragment | null)[]): Fragment =>
  more.reduce<Fragment>((sum, one) => (one === null ? sum : fragment`${sum} and ${one}`), first)

/** SQL condition about a value; null, which `all` leaves out, when there is none. */
export const given = <Value>(value: Value | undefined | null, condition: (value: Value) => Fragment): Fragment | null =>
  value === undefined || value === null ? null : condition(value)

/**
 * SQL condition: the words of a text occur in this order in a tsvector; the last one may be a prefix. PostgreSQL itself
 * builds the query from the text, so nothing in it is an operator. A text without words matches nothing.
 */
export const hasWords = (vector: Fragment, text: string): Fragment =>
  fragment`numnode(phraseto_tsquery('simple', ${text}::text)) > 0 and ${vector} @@ (phraseto_tsquery('simple', ${text}::text)::text || ':*')::tsquery`

/** SQL: the part of a text around the first word of another, or else its beginning; at most 200 characters. */
export const snippetAround = (text: Fragment, words: string): Fragment =>
  fragment`substring(${text} from greatest(1, position(lower(split_part(trim(${words}::text), ' ', 1)) in lower(${text})) - 60) for 200)`
