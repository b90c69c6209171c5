import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { keyHex } from '#shared/lib/crypto/ed25519.ts'

import { editDistance } from '#shared/lib/names/edit-distance.ts'
import { type Compared, type Identity, textOf, textSet } from './identity.ts'
import type { IdentityDimension } from './identity-verdict.ts'

/** Longer texts are the same or they are not: their edit distance takes the product of their lengths. */
const MOST_EDITED = 1_000

export const roundTo4 = (value: number) => Math.round(value * 10_000) / 10_000

/** Whether a side says anything of a field; an empty text or list says that there is none. */
const isGiven = (identity: Identity, field: string) => identity[field] !== undefined && identity[field] !== null
const isEmpty = (value: unknown) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** A field that one side does not have at all, or has as nothing; undefined when both have something to compare. */
export function presence(name: IdentityDimension, baseline: Identity, current: Identity): Compared | null | undefined {
  const [before, after] = [isGiven(baseline, name), isGiven(current, name)]
  if (!before && !after) return null
  if (!before || !after)
    return { name, distance: 0, status: 'unknown', evidence: `${before ? 'current' : 'baseline'} does not say` }
  const [was, is] = [isEmpty(baseline[name]), isEmpty(current[name])]
  if (was && is) return { name, distance: 0, status: 'same', evidence: 'there is none on both sides' }
  if (was) return { name, distance: 1, status: 'added', evidence: 'there was none' }
  if (is) return { name, distance: 1, status: 'removed', evidence: 'there is none any more' }
  return undefined
}

/** Texts by normalised edit distance. */
export function compareTexts(name: IdentityDimension, before: unknown, after: unknown): Compared {
  const [was, is] = [textOf(before), textOf(after)]
  if (was === is || canonicalJson(before) === canonicalJson(after))
    return { name, distance: 0, status: 'same', evidence: 'the same' }
  const longest = Math.max(was.length, is.length)
  const distance = longest > MOST_EDITED ? 1 : editDistance(was, is, longest) / longest
  return {
    name,
    distance: roundTo4(distance),
    status: 'changed',
    evidence: `${Math.round(distance * 100)} % of its characters differ`,
  }
}

/** Sets by Jaccard distance. */
export function compareSets(name: IdentityDimension, before: readonly string[], after: readonly string[]): Compared {
  const [was, is] = [new Set(before), new Set(after)]
  const kept = [...was].filter((one) => is.has(one)).length
  const all = was.size + is.size - kept
  const distance = all === 0 ? 0 : roundTo4(1 - kept / all)
  const evidence = `${kept} kept, ${is.size - kept} added, ${was.size - kept} removed`
  return { name, distance, status: distance === 0 ? 'same' : 'changed', evidence }
}

/** Keys in one spelling; what is no Ed25519 key stays as it is. */
export const keySet = (value: unknown): string[] => textSet(value).map((key) => keyHex(key) ?? key.trim())

/** Addresses of EVM chains are the same in any case. */
export const walletSet = (value: unknown): string[] =>
  textSet(value).map((wallet) => wallet.replace(/0x[0-9a-fA-F]{40}/g, (address) => address.toLowerCase()))

/** URLs without what does not change where they lead. */
export const endpointSet = (value: unknown): string[] =>
  textSet(value).map((url) => (URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url.trim()))
