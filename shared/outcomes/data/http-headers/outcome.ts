import { z } from 'zod'

import { gradeSecurity } from '#shared/engines/response/grade-security.ts'
import { readCaching } from './read-caching.ts'
import { readCookie } from './read-cookies.ts'
import { redactHeaders } from './redact-headers.ts'
import { Refusal } from '#shared/errors.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import type { EgressAnswer, EgressDoor } from '#shared/doors/egress.ts'
import { FetchedSource, fetchedSource, headerDate, WebUrl } from '#shared/outcomes/lib/fetched-source.ts'
import example from './example.json' with { type: 'json' }

const TRY_MS = 6_000
const DAY_MS = 86_400_000
/** What servers say that do not know HEAD, or do not like it. */
const NO_HEAD = new Set([403, 405, 501])

export const httpHeaders = defineOutcome({
  slug: 'http-headers',
  title: 'HTTP headers',
  description: 'Response headers of a URL, with a graded security-header and caching analysis.',
  cents: 1,
  impulse: true,
  timeoutMs: 13_000,
  types: {
    takes: { url: 'url', follow_redirects: 'json' },
    gives: { headers: 'json', security: 'json' },
    also: { final_url: 'url', 'tls.valid_to': 'iso-datetime' },
  },
  input: () =>
    z.object({
      url: WebUrl,
      method: z
        .enum(['HEAD', 'GET'])
        .default('HEAD')
        .describe('HEAD falls back to GET (body discarded) on 403, 405, 501 or no answer'),
      follow_redirects: z.boolean().default(true).describe('follow to the final hop'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable().describe('Date of the answer, ISO 8601'),
      final_url: z.string(),
      status: z.int(),
      method: z.enum(['HEAD', 'GET']).describe('the one that was answered'),
      http_version: z.enum(['1.1', '2']),
      headers: z
        .record(z.string(), z.union([z.string(), z.array(z.string())]))
        .describe('lower-case names; sent more than once, and set-cookie always: a list. Secrets are redacted'),
      redirects: z.array(z.object({ url: z.string(), status: z.int(), location: z.string() })),
      security: z.object({
        grade: z.enum(['A', 'B', 'C', 'D', 'F']),
        score: z.int(),
        deductions: z.array(z.object({ points: z.int(), reason: z.string() })),
        checks: z.array(
          z.object({
            header: z.string(),
            present: z.boolean(),
            value: z.string().nullable(),
            verdict: z.enum(['good', 'weak', 'missing', 'not_applicable']),
            advice: z.string().nullable(),
          }),
        ),
      }),
      cookies: z.array(
        z.object({
          name: z.string(),
          secure: z.boolean(),
          http_only: z.boolean(),
          same_site: z.enum(['Strict', 'Lax', 'None']).nullable(),
          path: z.string().nullable(),
          domain: z.string().nullable(),
          max_age: z.int().nullable(),
        }),
      ),
      caching: z.object({
        cacheable: z.boolean(),
        max_age_s: z.int().nullable(),
        shared_max_age_s: z.int().nullable(),
        validators: z.array(z.string()),
        directives: z.array(z.string()),
        vary: z.array(z.string()),
      }),
      tls: z
        .object({
          protocol: z.string(),
          cipher: z.string().nullable(),
          subject: z.string().nullable(),
          issuer: z.string().nullable(),
          valid_from: z.string().nullable(),
          valid_to: z.string().nullable(),
          days_left: z.int().nullable(),
          san_match: z.boolean(),
          trusted: z.boolean().describe('verifies against the public roots, for this name, now'),
          problem: z.string().nullable().describe('why not: a code such as CERT_HAS_EXPIRED'),
        })
        .nullable(),
      timing_ms: z.object({
        dns: z.number().nullable(),
        connect: z.number().nullable(),
        tls: z.number().nullable(),
        ttfb: z.number().describe('from the start of the final request to its headers'),
      }),
    }),
  example: exampleFrom(example),
  check: ({ url }) => refuseUnlessWebUrl(url),
  async run({ url, method, follow_redirects }, { egress, signal, now }) {
    const { answer, answered } = await ask(egress, url, method, follow_redirects, signal)
    const valuesOf = (name: string) => [answer.headers[name] ?? []].flat()
    const cookies = valuesOf('set-cookie').map(readCookie)
    const shown = redactHeaders(answer.headers)
    return {
      source: fetchedSource(answer),
      as_of: headerDate(answer.headers, 'date'),
      final_url: answer.url,
      status: answer.status,
      method: answered,
      http_version: answer.connection?.httpVersion ?? '1.1',
      headers: shown,
      redirects: answer.hops.map(({ url: from, status, location }) => ({ url: from, status, location })),
      security: gradeSecurity({ isHttps: answer.url.startsWith('https:'), valuesOf, cookies }),
      cookies,
      caching: readCaching(answer.status, (name) => valuesOf(name)[0] ?? null),
      tls: tlsOf(answer, now()),
      timing_ms: {
        dns: answer.timings.dns,
        connect: answer.timings.connect,
        tls: answer.timings.tls,
        ttfb: answer.timings.firstByte,
      },
    }
  },
})

type Asked = { answer: EgressAnswer; answered: 'HEAD' | 'GET' }

async function ask(
  egress: EgressDoor,
  url: string,
  method: 'HEAD' | 'GET',
  follow: boolean,
  signal: AbortSignal,
): Promise<Asked> {
  const send = (by: 'HEAD' | 'GET') =>
    egress.fetch(url, {
      method: by,
      ...(follow ? {} : { maxRedirects: 0 }),
      // The body is not wanted.
      maxWireBytes: 0,
      overflow: 'truncate',
      inspect: true,
      timeoutMs: TRY_MS,
      signal,
    })
  if (method === 'GET') return { answer: await send('GET'), answered: 'GET' }
  const answer = await send('HEAD').catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'upstream_unavailable') return null
    throw error
  })
  if (answer !== null && !NO_HEAD.has(answer.status)) return { answer, answered: 'HEAD' }
  return { answer: await send('GET'), answered: 'GET' }
}

function tlsOf({ connection }: EgressAnswer, now: Date) {
  const tls = connection?.tls ?? null
  if (tls === null) return null
  return {
    protocol: tls.protocol,
    cipher: tls.cipher,
    subject: tls.subject,
    issuer: tls.issuer,
    valid_from: tls.validFrom,
    valid_to: tls.validTo,
    days_left: tls.validTo === null ? null : Math.floor((Date.parse(tls.validTo) - now.getTime()) / DAY_MS),
    san_match: tls.sanMatch,
    trusted: tls.trusted,
    problem: tls.problem,
  }
}
