import { editDistance } from '#shared/lib/names/edit-distance.ts'

import { COMMON_PROVIDERS } from '#shared/engines/email/providers.rules.ts'

/** The common provider one slip of the finger away (a letter more, less, other, or two swapped); null for none. */
export function suggestDomain(domain: string): string | null {
  if (COMMON_PROVIDERS.includes(domain)) return null
  return COMMON_PROVIDERS.find((known) => editDistance(domain, known, 1) <= 1) ?? null
}
