import { invalidFields } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import type { StoreKeys } from './store-keys.ts'

/** Where a page ended: the sort values of its last row. */
type Place = readonly (string | number)[]

/** Signs a cursor for the rows after `place`. It is valid for this list and these filters only. */
export const cursorAfter = (keys: StoreKeys, list: string, filter: unknown, place: Place): string =>
  keys.sign('cursor', JSON.stringify([digestOf([list, filter]).slice(0, 16), ...place]))

/**
 * Returns the place of a cursor, as texts; null without a cursor. Throws 422 for a cursor of another list or filter.
 */
export function placeOf(keys: StoreKeys, list: string, filter: unknown, cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null
  const text = keys.open('cursor', cursor)
  // Safe: `open` returns only what `cursorAfter` signed.
  const [filterDigest, ...place] = text === null ? [] : (JSON.parse(text) as (string | number)[])
  if (filterDigest !== digestOf([list, filter]).slice(0, 16)) {
    throw invalidFields({
      path: ['cursor'],
      msg: 'Value error, this is no cursor of this list with these filters; send next_cursor as it came',
    })
  }
  return place.map(String)
}
