import { z } from 'zod'

import { listOf, text } from '#shared/engines/repo/hosts/host-shapes.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

const TTL_S = 86_400
const MOST = 100

const Certificates = listOf(z.object({ name_value: z.string(), common_name: text }))

/**
 * Names below a domain that certificates in force were made for (crt.sh, certificate transparency), sorted. It takes its
 * time and often fails: always a part that may be missing.
 */
export const subdomainsQuestion = (domain: string): UpstreamQuestion<string[]> => ({
  upstream: 'crt-sh',
  path: '/',
  query: { q: `%.${domain}`, output: 'json', exclude: 'expired' },
  answers: [404],
  ttlS: TTL_S,
  read(reply) {
    if (reply.status === 404) return []
    const names = Certificates.parse(reply.json()).flatMap(({ name_value: names }) => names.toLowerCase().split('\n'))
    const own = names
      .map((name) => name.trim().replace(/^\*\./, ''))
      .filter((name) => name.endsWith(`.${domain}`) && name.length <= 253)
    return [...new Set(own)].toSorted().slice(0, MOST)
  },
})
