import { oneLine } from '../one-line.ts'

export type SecurityTxt = {
  contacts: readonly string[]
  /** ISO 8601. */
  expires: string | null
  policy: string | null
  signed: boolean
  /** Requirements of RFC 9116 that the file does not meet. */
  problems: readonly string[]
}

const A_YEAR_MS = 366 * 86_400_000

/** Reads security.txt (RFC 9116): who to tell about a weakness, and until when that is true. Never throws. */
export function readSecurityTxt(text: string, now: Date): SecurityTxt {
  const fields = new Map<string, string[]>()
  for (const line of text.slice(0, 65_536).split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]{3,40})\s*:\s*(\S.*)$/i.exec(line.slice(0, 2_000)) ?? []
    if (name === '') continue
    const key = name.toLowerCase()
    fields.set(key, [...(fields.get(key) ?? []).slice(0, 9), oneLine(value, 500)])
  }
  const contacts = fields.get('contact') ?? []
  const [expiresText] = fields.get('expires') ?? []
  const expiresAt = expiresText === undefined ? Number.NaN : Date.parse(expiresText)
  const expires = Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : null
  const problems = [
    ...(contacts.length === 0 ? ['it names no Contact'] : []),
    ...(contacts.some((contact) => !/^(?:https:|mailto:|tel:)/i.test(contact))
      ? ['a Contact is no https:, mailto: or tel: URI']
      : []),
    ...(expires === null ? ['it names no Expires date'] : []),
    ...(expires !== null && expiresAt <= now.getTime() ? [`it expired on ${expires.slice(0, 10)}`] : []),
    ...(expires !== null && expiresAt > now.getTime() + A_YEAR_MS ? ['Expires is more than a year ahead'] : []),
  ]
  return {
    contacts,
    expires,
    policy: fields.get('policy')?.[0] ?? null,
    signed: text.includes('-----BEGIN PGP SIGNED MESSAGE-----'),
    problems,
  }
}
