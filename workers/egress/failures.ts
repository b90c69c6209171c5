import { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'

import { Denied } from './denied.ts'

/** Uniform duration of denials in ms, normally and with slow DNS, so that timing reveals nothing. */
const DENIAL_MS = [300, 3_300] as const

/** Milliseconds that a denial still has to wait, `elapsedMs` after its hop began. */
export const denialDelay = (elapsedMs: number): number =>
  Math.max(0, (elapsedMs <= DENIAL_MS[0] ? DENIAL_MS[0] : DENIAL_MS[1]) - elapsedMs)

/** One refusal for all failures of an allowed URL. `url` is the requested one. */
export const unreachable = (url: string, cause?: unknown) =>
  new Refusal(
    'upstream_unavailable',
    'The URL could not be fetched; nothing was charged.',
    {
      detail: 'Its server did not connect, did not speak proper HTTP or TLS, or did not finish in time.',
      fix: { action: 'Check that the page opens, then send the call again.' },
      retryAfterS: 10,
      extra: { tried: [{ source: URL.parse(url)?.host ?? '', problem: 'unreachable' }] },
    },
    { cause },
  )

export const tooManyRedirects = (limit: number) =>
  new Refusal('unprocessable', `The URL redirects more than ${limit} times; nothing was charged.`, {
    fix: { action: 'Send the URL it should end at.' },
  })

export const tooLarge = (limitBytes: number) =>
  new Refusal('unprocessable', 'What the URL answered with is too large; nothing was charged.', {
    detail: `At most ${limitBytes} bytes are read.`,
  })

export const decompressionBomb = () =>
  new Refusal('unprocessable', 'What the URL answered with grows too much when decompressed; nothing was charged.')

export const unreadableEncoding = () =>
  new Refusal('unprocessable', 'What the URL answered with cannot be decompressed; nothing was charged.', {
    detail: 'gzip, deflate and br are read, at most three of them over each other.',
  })

/** Converts a network error to the caller's refusal. Other errors are faults and are returned unchanged. */
export function refusalFor(error: unknown, url: string): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof Denied) return urlNotAllowed()
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '' || code.startsWith('ERR_INVALID_ARG') ? error : unreachable(url, error)
}
