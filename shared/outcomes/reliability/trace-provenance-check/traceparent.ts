/** A `traceparent` header as the W3C Trace Context recommendation reads it. */
export type Traceparent = {
  valid: boolean
  version: string | null
  trace_id: string | null
  parent_id: string | null
  sampled: boolean | null
  errors: string[]
}

/** Characters of a traceparent of version 00. */
const LENGTH = 55

/**
 * Reads a traceparent (W3C Trace Context, section 3.2): `version-traceid-parentid-flags` in lower-case hex, ids not all
 * zero, version ff invalid, anything after the flags only in versions above 00. Space around it is HTTP's, not its own.
 */
export function readTraceparent(header: string): Traceparent {
  const text = header.replace(/^[ \t]+|[ \t]+$/g, '')
  const parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/s.exec(text)
  if (parts === null) return invalid(whyUnreadable(text))
  const [, version = '', traceId = '', parentId = '', flags = '', rest] = parts
  const errors = [
    ...(version === 'ff' ? ['version ff is invalid'] : []),
    ...(version === '00' && rest !== undefined
      ? [`version 00 is ${LENGTH} characters long, this has ${text.length}`]
      : []),
    ...(/^0+$/.test(traceId) ? ['the trace id is all zeros'] : []),
    ...(/^0+$/.test(parentId) ? ['the parent id is all zeros'] : []),
  ]
  return {
    valid: errors.length === 0,
    version,
    trace_id: traceId,
    parent_id: parentId,
    // Of flags only the first bit means something, in every version so far.
    sampled: (Number.parseInt(flags, 16) & 1) === 1,
    errors,
  }
}

const invalid = (error: string): Traceparent => ({
  valid: false,
  version: null,
  trace_id: null,
  parent_id: null,
  sampled: null,
  errors: [error],
})

function whyUnreadable(text: string): string {
  if (/[A-F]/.test(text) && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.test(text.toLowerCase()))
    return 'uppercase hex is not allowed'
  if (text.length < LENGTH) return `at least ${LENGTH} characters are needed, this has ${text.length}`
  if (/,/.test(text)) return 'more than one traceparent'
  return 'not of the form version-traceid-parentid-flags in lower-case hex'
}
