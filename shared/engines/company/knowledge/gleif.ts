import { z } from 'zod'

import { listOf, text } from '#shared/engines/repo/hosts/host-shapes.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { nameLikeness } from '../resolve/name-match.ts'

const TTL_S = 86_400
/** Legal names must be all but the same: many firms have similar ones. */
const LEAST_LIKENESS = 0.9

/** A legal entity of the Global LEI Index. JSON. */
export type LegalEntity = {
  lei: string
  url: string
  name: string
  city: string | null
  country: string | null
  status: string | null
}

const Answer = z.object({
  data: listOf(
    z.object({
      id: z.string(),
      attributes: z.object({
        entity: z.object({
          legalName: z.object({ name: z.string() }),
          headquartersAddress: z.object({ city: text, country: text }).partial().nullish(),
          legalAddress: z.object({ city: text, country: text }).partial().nullish(),
          status: text,
        }),
      }),
    }),
  ),
})

/** The legal entities of a name, all but the same in spelling. */
export const gleifQuestion = (name: string): UpstreamQuestion<LegalEntity[]> => ({
  upstream: 'gleif',
  path: '/api/v1/lei-records',
  query: { 'filter[entity.legalName]': name, 'page[size]': 5 },
  headers: { accept: 'application/vnd.api+json' },
  answers: [404],
  ttlS: TTL_S,
  read(reply) {
    if (reply.status === 404) return []
    return Answer.parse(reply.json())
      .data.filter(({ attributes }) => nameLikeness(attributes.entity.legalName.name, name) >= LEAST_LIKENESS)
      .map(({ id, attributes: { entity } }) => {
        const address = entity.headquartersAddress ?? entity.legalAddress
        return {
          lei: id,
          url: `https://search.gleif.org/#/record/${id}`,
          name: entity.legalName.name,
          city: address?.city ?? null,
          country: address?.country ?? null,
          status: entity.status,
        }
      })
  },
})
