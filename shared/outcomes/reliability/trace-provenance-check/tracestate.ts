/** A `tracestate` header: its members in order, and what is wrong with it. */
export type Tracestate = { valid: boolean; members: { key: string; value: string }[]; errors: string[] }

const MOST_MEMBERS = 32
const SIMPLE_KEY = /^[a-z][a-z0-9_\-*/]{0,255}$/
const TENANT_KEY = /^[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13}$/
/** Printable ASCII without comma and equals sign, not ending with a space. */
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/

/** Reads a tracestate (W3C Trace Context, section 3.3): at most 32 members, keys by grammar and each once. */
export function readTracestate(header: string): Tracestate {
  const members: Tracestate['members'] = []
  const errors: string[] = []
  const seen = new Set<string>()
  // Empty members are allowed and count for nothing.
  const texts = header.split(',').map((text) => text.replace(/^[ \t]+|[ \t]+$/g, ''))
  for (const [index, text] of texts.filter((one) => one !== '').entries()) {
    if (index >= MOST_MEMBERS) {
      errors.push(`more than ${MOST_MEMBERS} members`)
      break
    }
    const at = text.indexOf('=')
    const [key, value] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
    const problem = problemOf(at, key, value, seen)
    seen.add(key)
    if (problem === null) members.push({ key, value })
    else errors.push(`member ${index + 1}: ${problem}`)
  }
  return { valid: errors.length === 0, members, errors }
}

function problemOf(at: number, key: string, value: string, seen: ReadonlySet<string>): string | null {
  if (at === -1) return 'no equals sign'
  if (!SIMPLE_KEY.test(key) && !TENANT_KEY.test(key)) return 'not a key'
  if (seen.has(key)) return 'a key that was there before'
  return VALUE.test(value) ? null : 'not a value'
}
