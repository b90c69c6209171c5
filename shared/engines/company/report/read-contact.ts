import type { EmailPart } from '../company-parts.ts'
import type { Brief } from './brief-report.ts'

/** Functions of role accounts by local part. */
const ROLES: Readonly<Record<string, string>> = {
  info: 'general',
  hello: 'general',
  contact: 'general',
  office: 'general',
  admin: 'administration',
  sales: 'sales',
  partners: 'partnerships',
  marketing: 'marketing',
  press: 'press',
  media: 'press',
  support: 'support',
  help: 'support',
  billing: 'finance',
  accounts: 'finance',
  invoices: 'finance',
  hr: 'people',
  jobs: 'people',
  careers: 'people',
  legal: 'legal',
  privacy: 'legal',
  security: 'security',
  abuse: 'security',
  ceo: 'executive',
  founders: 'executive',
}

/** Reads what an address itself shows; a name only if the address spells it out. */
export function readContact(email: string, part: EmailPart | null): NonNullable<Brief['contact']> {
  const address = part?.email ?? email.trim()
  const local = (address.split('@')[0] ?? '').toLowerCase().replace(/\+.*$/, '')
  const role = Object.hasOwn(ROLES, local) ? (ROLES[local] ?? null) : null
  const words = /^([a-z]{2,20})[._-]([a-z]{2,25})$/.exec(local)?.slice(1) ?? []
  const isName = role === null && part?.role_account !== true && words.length === 2
  return {
    email: address,
    name_guess: isName ? words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ') : null,
    role_hint: role ?? (part?.role_account === true ? 'role account' : null),
    deliverability: part?.verdict ?? null,
    free_mail: part === null ? null : part.free_mail || part.disposable,
  }
}
