import { z } from 'zod'

import { UpstreamError, type UpstreamQuestion, type UpstreamReply } from '#shared/doors/upstreams.ts'

/** The market-wide index: 0 is extreme fear, 100 extreme greed. */
export type FearGreed = { value: number; label: string; at: string; previous: number | null }

/** https://alternative.me/crypto/fear-and-greed-index/#api: numbers are strings, an error stands in `metadata.error`. */
export const fearGreedQuestion: UpstreamQuestion<FearGreed> = {
  upstream: 'fear-greed',
  path: '/fng/',
  query: { limit: 2, format: 'json' },
  ttlS: 3_600,
  read: readFearGreed,
}

const digits = z.union([z.string().regex(/^\d+$/), z.int()]).transform(Number)
const Index = z.object({
  data: z
    .array(
      z.object({ value: digits.pipe(z.int().min(0).max(100)), timestamp: digits.pipe(z.number().max(4_102_444_800)) }),
    )
    .min(1),
})

export function readFearGreed(reply: UpstreamReply): FearGreed {
  const body = reply.json()
  const failed = z.object({ metadata: z.object({ error: z.string().min(1) }) }).safeParse(body)
  if (failed.success) throw new UpstreamError('server_error', 'it answered 200 with an error')
  const [today, yesterday] = Index.parse(body).data
  if (today === undefined) throw new UpstreamError('bad_response', 'it answered without a value')
  return {
    value: today.value,
    label: labelOf(today.value),
    at: new Date(today.timestamp * 1_000).toISOString(),
    previous: yesterday?.value ?? null,
  }
}

/** Their own names of the five parts of the scale. */
export function labelOf(value: number): string {
  if (value < 25) return 'Extreme Fear'
  if (value < 46) return 'Fear'
  if (value <= 54) return 'Neutral'
  return value <= 75 ? 'Greed' : 'Extreme Greed'
}
