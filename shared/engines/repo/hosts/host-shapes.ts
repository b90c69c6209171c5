import { z } from 'zod'

import { utcTime } from '#shared/lib/utc-time.ts'

/** A text that may be missing; null then. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

/** A time of a host in ISO 8601; null where it is missing or none. */
export const time = z
  .unknown()
  .optional()
  .transform((value) => {
    const at = typeof value === 'string' ? new Date(utcTime(value)) : typeof value === 'number' ? new Date(value) : null
    return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString()
  })

export const count = z
  .number()
  .nullish()
  .transform((value) => value ?? null)
  .catch(null)

/** A list of which what cannot be read is left out: one odd entry must not cost the rest. */
export const listOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.array(z.unknown()).transform((items): z.output<Shape>[] =>
    items.flatMap((item) => {
      const read = shape.safeParse(item)
      return read.success ? [read.data] : []
    }),
  )

/** Names that hosts give their robots. */
export const isBotName = (name: string, type: string | null = null): boolean =>
  type === 'Bot' ||
  /\[bot\]$|^(?:dependabot|renovate|greenkeeper|github-actions|semantic-release-bot|snyk-bot|pre-commit-ci|allcontributors|web-flow)\b/i.test(
    name,
  )

/** A licence id as SPDX has it; hosts say NOASSERTION or `other` for a text they do not know. */
export const spdxOf = (id: string | null): string | null =>
  id === null || /^(?:noassertion|other|none)$/i.test(id) ? null : id
