import { domainToUnicode } from 'node:url'

import { editDistance } from '#shared/lib/names/edit-distance.ts'
import { symbolSkeleton } from '../token/symbol-skeleton.ts'
import { KNOWN_MERCHANTS } from './known-merchants.rules.ts'

/** Shorter names differ by a letter from too many others. */
const LEAST_LETTERS = 5

/** The known merchant that a registrable domain imitates: with one letter changed, or with look-alike letters. */
export function lookalikeDomain(domain: string): string | null {
  if (KNOWN_MERCHANTS.includes(domain)) return null
  const shown = domainToUnicode(domain) || domain
  const [name = ''] = shown.split('.')
  const skeleton = symbolSkeleton(name)
  return (
    KNOWN_MERCHANTS.find((known) => {
      const [own = ''] = known.split('.')
      if (name === own) return false
      return skeleton === symbolSkeleton(own) || (own.length >= LEAST_LETTERS && editDistance(name, own, 1) === 1)
    }) ?? null
  )
}
