import { z } from 'zod'

import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { shownText } from '#shared/engines/token/shown-text.ts'

/** Tokens as Jupiter lists them (its Tokens API v2); empty for a mint it does not know. */
const Tokens = z.array(z.object({ id: z.string(), name: z.string().nullish(), symbol: z.string().nullish() }))

/** Asks Jupiter what a mint is called; null where it lists none. For mints that say nothing of themselves on chain. */
export const jupiterQuestion = (
  mint: string,
): UpstreamQuestion<{ name: string | null; symbol: string | null } | null> => ({
  upstream: 'jupiter',
  path: '/tokens/v2/search',
  query: { query: mint },
  ttlS: 3_600,
  read(reply) {
    const found = Tokens.parse(reply.json()).find(({ id }) => id === mint)
    return found === undefined ? null : { name: shownText(found.name ?? null), symbol: shownText(found.symbol ?? null) }
  },
})
