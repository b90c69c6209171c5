import { invalidFields } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import type { StoreKeys } from './store-keys.ts'

/** Where a page ended: the values its rows are sorted by. */
type Place = readonly (string | number)[]

/** A cursor after `place`, good for this list and these filters only. */
export const cursorAfter = (keys: StoreKeys, list: string, filter: unknown, place: Place): string =>
  keys.sign('cursor', JSON.stringify([digestOf([list, filter]).slice(0, 16), ...place]))

/** The place a cursor stands for, as texts; null without a cursor. Throws 422 for one that was not made for this list. */
export function placeOf(keys: StoreKeys, list: string, filter: unknown, cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null
  const text = keys.open('cursor', cursor)
  // Safe: only what `cursorAfter` signed comes back.
  const [filterDigest, ...place] = text === null ? [] : (JSON.parse(text) as (string | number)[])
  if (filterDigest !== digestOf([list, filter]).slice(0, 16)) {
    throw invalidFields({
      path: ['cursor'],
      msg: 'Value error, this is no cursor of this list with these filters; send next_cursor as it came',
    })
  }
  return place.map(String)
}
