import { wrongFields } from '#shared/errors.ts'
import { nearestName } from '#shared/lib/names/nearest-name.ts'

import { nameOf } from './field-errors.ts'

/** Most parameters named in a warning, and the longest name in it: the warning is a header. */
const MOST_NAMED = 3
const MOST_LETTERS = 24

/**
 * Looks at the query parameters that a route does not know. Throws 422 when one is most likely a slip of a known one, and
 * returns a warning header for the others, which are ignored.
 */
export function unknownParameters(sent: readonly string[], known: readonly string[]): Record<string, string> {
  const unknown = sent.filter((name) => !known.includes(name))
  if (unknown.length === 0) return {}
  const slips = unknown.flatMap((name) => {
    const nearest = nearestName(name, known)
    return nearest === null ? [] : [{ name, nearest }]
  })
  const [first] = slips
  if (first !== undefined) {
    const fields = slips.map(({ name, nearest }) => ({
      type: 'extra_forbidden',
      loc: ['query', nameOf(name)],
      msg: `Extra inputs are not permitted: did you mean \`${nearest}\`?`,
    }))
    throw wrongFields(fields, fields.length, {
      action: `Correct the parameters in detail[]: did you mean \`${first.nearest}\`?`,
    })
  }
  const names = unknown
    .slice(0, MOST_NAMED)
    .map((name) => encodeURIComponent(name.toWellFormed()).slice(0, MOST_LETTERS))
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : ''
  return { 'X-Warning': `ignored unknown query parameters: ${names.join(', ')}${more}` }
}
