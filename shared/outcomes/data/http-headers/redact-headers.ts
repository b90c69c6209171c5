import { withoutValue } from './read-cookies.ts'

const SECRET_NAME =
  /(?:^|[-_])(?:authorization|auth[-_]?token|token|secret|api[-_]?key|access[-_]?key|password|passwd|session(?:[-_]?id)?|credentials?|csrf|xsrf|jwt|signature)(?:$|[-_])/i
const HARMLESS_NAME =
  /^(?:www-authenticate|proxy-authenticate|access-control-.*|strict-transport-security|accept-signature|signature-input)$/i

/** Values that are secrets whatever their header is called. */
const SECRET_VALUE: readonly RegExp[] = [
  /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]*/g,
  /\b(?:Bearer|Basic|Token)\s+[\w+/=.~-]{12,}/gi,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk_live_|rk_live_|sk-)[\w-]{16,}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g,
]

/** Headers as they may be shown: cookies without values, secrets without themselves. `set-cookie` is always a list. */
export function redactHeaders(headers: Readonly<Record<string, string | string[]>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name === 'set-cookie') return [name, [value].flat().map(withoutValue)]
      return [name, Array.isArray(value) ? value.map((one) => redact(name, one)) : redact(name, value)]
    }),
  )
}

function redact(name: string, value: string): string {
  if (SECRET_NAME.test(name) && !HARMLESS_NAME.test(name)) return '[redacted]'
  return SECRET_VALUE.reduce((text, pattern) => text.replace(pattern, '[redacted]'), value)
}
