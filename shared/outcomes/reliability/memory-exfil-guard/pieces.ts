import { shortPointerToken } from '#shared/engines/json/short-pointer-token.ts'
import { findCanaries } from './find-canaries.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'

/** One string of the content and where it stands; `name` is the key it is the value of. */
export type Piece = { path: string; text: string; name?: string }

const MAX_PIECES = 50_000

/** A key shorter than this holds no secret. */
const LONG_KEY = 12

/** The token of a key in a path; a key that is a secret, or a string that must not leave, is not repeated there. */
export function keyToken(key: string, references: readonly string[]): string {
  if (key.length < LONG_KEY) return shortPointerToken(key)
  const [secret] = findSecrets(key).filter(({ confidence }) => confidence !== 'low')
  if (secret !== undefined) return `[REDACTED:${secret.rule_id}:${secret.fingerprint}]`
  const [canary] = findCanaries(key, references)
  return canary === undefined ? shortPointerToken(key) : `[REDACTED:canary:${canary.fingerprint}]`
}

/**
 * Every string in a JSON value, keys included, in document order and without recursion. A list of 64 small numbers is given
 * as one piece too, since some keys are written that way. Stops at 50,000 pieces; `isWhole` says whether it did not.
 */
export function piecesOf(
  content: unknown,
  root: string,
  references: readonly string[],
): { pieces: Piece[]; isWhole: boolean } {
  const pieces: Piece[] = []
  const next: { path: string; value: unknown; name?: string }[] = [{ path: root, value: content }]
  for (let at = next.pop(); at !== undefined && pieces.length < MAX_PIECES; at = next.pop()) {
    const { path, value, name } = at
    if (typeof value === 'string') pieces.push({ path, text: value, ...(name === undefined ? {} : { name }) })
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      if (value.length === 64 && value.every((one) => Number.isInteger(one)))
        pieces.push({ path, text: JSON.stringify(value) })
      for (let index = value.length - 1; index >= 0; index -= 1) {
        next.push({ path: `${path}/${index}`, value: value[index], ...(name === undefined ? {} : { name }) })
      }
      continue
    }
    for (const [key, member] of Object.entries(value).toReversed()) {
      const inner = `${path}/${keyToken(key, references)}`
      // A long key is data in the place of a name.
      if (key.length >= LONG_KEY) pieces.push({ path: inner, text: key })
      next.push({ path: inner, value: member, name: key })
    }
  }
  return { pieces, isWhole: next.length === 0 }
}
