import { invalidFields } from '#shared/errors.ts'

import { LintReport, type LintRule } from '#shared/engines/lint/lint-report.ts'
import { measureHeader } from './measure-header.ts'
import { readDocument } from '#shared/engines/x402/wire/read-document.ts'
import { suggestTrims } from './suggest-trims.ts'
import { versionOf } from '#shared/engines/x402/wire/version.ts'

const rules = {
  HB_OVER_HARD: {
    severity: 'error',
    message: 'The header line has {bytes} bytes, {over} over the hard limit of {limit}.',
    fix: '{next}',
  },
  HB_OVER_SOFT: {
    severity: 'warning',
    message: 'The header line has {bytes} bytes, {over} over the soft limit of {limit}.',
    fix: '{next}',
  },
  HB_ECHOED: {
    severity: 'info',
    message: 'Clients echo resource and extensions, so the paid request is about as large.',
  },
  HB_V1_BODY: { severity: 'info', message: 'x402 v1 travels in the body; this counts only for v2.' },
} as const satisfies Record<string, LintRule>

const NO_TRIMS = 'Nothing in it is known to be idle: shorten what contributors lists first, or offer fewer ways to pay.'

type Asked = { body: unknown; softLimit: number; hardLimit: number }

/** Sizes a PaymentRequired document against header limits. Throws `invalidFields` for text that is no JSON. */
export function headerBudget({ body, softLimit, hardLimit }: Asked) {
  const read = readDocument(body)
  if ('problem' in read) {
    const msg =
      read.problem === 'too_deep'
        ? 'Value error, body is nested deeper than 100 levels'
        : 'JSON decode error, body is neither JSON nor base64 of it'
    throw invalidFields({ path: ['body'], msg, type: read.problem === 'too_deep' ? 'value_error' : 'json_invalid' })
  }
  const document = read.value
  const isText = typeof body === 'string' && read.encoding === 'json'
  const sentBytes = isText ? Buffer.byteLength(body) : null
  const sizes = measureHeader(document)
  const line = sizes.header_line_bytes
  const report = new LintReport(rules)
  const trims = suggestTrims(document, sentBytes)
  const next = trims.length > 0 ? 'Apply trims from the top until it fits.' : NO_TRIMS
  if (line > hardLimit) report.add('HB_OVER_HARD', '', { bytes: line, over: line - hardLimit, limit: hardLimit, next })
  else if (line > softLimit)
    report.add('HB_OVER_SOFT', '', { bytes: line, over: line - softLimit, limit: softLimit, next })
  const version = versionOf(document)
  if (version === 1) report.add('HB_V1_BODY', '/x402Version')
  if (version === 2 && line > softLimit) report.add('HB_ECHOED', '/extensions')
  return {
    ...report.conclude(document),
    x402_version: version,
    header_name: 'PAYMENT-REQUIRED',
    ...sizes,
    sent_bytes: sentBytes,
    headroom: { soft: softLimit - line, hard: hardLimit - line },
    trims,
  }
}
