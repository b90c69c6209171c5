import { z } from 'zod'

import { archiveMoment, isoOfArchive } from './archive-time.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

const ARCHIVE = 'https://web.archive.org/web'

/** Looks a URL up in the Internet Archive; the page itself is never fetched. */
export const waybackSnapshot = defineOutcome({
  slug: 'wayback-snapshot',
  title: 'Wayback snapshot',
  description: 'Closest archived copy of a URL in the Internet Archive, with first and last capture.',
  cents: 1,
  impulse: true,
  timeoutMs: 15_000,
  types: {
    takes: { url: 'url', timestamp: 'wayback-time' },
    gives: { 'snapshot.url': 'url' },
    also: {
      'snapshot.raw_url': 'url',
      'snapshot.timestamp': 'iso-datetime',
      first_capture: 'iso-datetime',
      last_capture: 'iso-datetime',
    },
  },
  input: () =>
    z.object({
      url: z.string().min(1).max(2_048).describe('URL to look up; a bare domain name will do'),
      timestamp: z
        .string()
        .max(40)
        .optional()
        .describe('YYYYMMDD[hhmmss] or ISO 8601; nearest capture is returned, default latest'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('null: the archive does not say how far its index reaches'),
      url: z.string().describe('as looked up'),
      available: z.boolean().describe('any capture with status 200 exists'),
      snapshot: z
        .object({
          url: z.string(),
          raw_url: z.string().describe('the page as it was archived, without the archive’s own frame'),
          timestamp: z.string(),
          status: z.int().nullable(),
          mimetype: z.string().nullable(),
          digest: z.string().nullable().describe('SHA-1 of the body in base32'),
          distance_seconds: z.int().nullable().describe('from the timestamp asked for; null without one'),
        })
        .nullable(),
      first_capture: z.string().nullable(),
      last_capture: z.string().nullable(),
      capture_count: z.int().nullable().describe('with status 200, counted up to 10,000; null where only one is known'),
      capped: z.boolean().describe('the count stopped at the cap'),
      notes: z.array(z.string()),
    }),
  example: exampleFrom(example),
  check({ url, timestamp }) {
    if (lookupOf(url) === null) {
      throw invalidFields({ path: ['url'], msg: 'Value error, neither an http(s) URL nor a domain name', input: url })
    }
    if (timestamp !== undefined && archiveMoment(timestamp) === null) {
      const msg = 'Value error, neither YYYYMMDD[hhmmss] nor ISO 8601, or no date there is'
      throw invalidFields({ path: ['timestamp'], msg, input: timestamp })
    }
  },
  async run({ url, timestamp }, { upstreams, signal }) {
    const { findSnapshot } = await import('./find-snapshot.ts')
    const lookup = lookupOf(url) ?? url
    const at = timestamp === undefined ? null : archiveMoment(timestamp)
    const found = await findSnapshot(lookup, at, { upstreams, signal })
    const { nearest, first, last } = found
    const iso = (capture: { timestamp: string } | null) => (capture === null ? null : isoOfArchive(capture.timestamp))
    return {
      source: sourceOf(found.answer),
      as_of: null,
      url: lookup,
      available: nearest !== null,
      snapshot:
        nearest === null
          ? null
          : {
              url: `${ARCHIVE}/${nearest.timestamp}/${nearest.original}`,
              raw_url: `${ARCHIVE}/${nearest.timestamp}id_/${nearest.original}`,
              timestamp: isoOfArchive(nearest.timestamp) ?? nearest.timestamp,
              status: nearest.status,
              mimetype: nearest.mimetype,
              digest: nearest.digest,
              distance_seconds:
                at === null ? null : Math.round(Math.abs((archiveMoment(nearest.timestamp) ?? at) - at) / 1_000),
            },
      first_capture: iso(first),
      last_capture: iso(last),
      capture_count: found.count,
      capped: found.isCapped,
      notes: [
        ...(found.answer.value.isExcluded ? ['The archive does not show this site: its owner asked so.'] : []),
        ...(found.count === null
          ? ['Only the nearest capture could be looked up just now, not the list of them.']
          : []),
      ],
    }
  },
})

/**
 * A URL as the archive looks it up: without scheme, fragment and credentials, host in lower case. Null for what is neither
 * an http(s) URL nor begins with a domain name.
 */
function lookupOf(text: string): string | null {
  const given = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '' || !/[^.]\.[^.]/.test(url.hostname)) return null
  return `${url.host}${url.pathname}${url.search}`
}
