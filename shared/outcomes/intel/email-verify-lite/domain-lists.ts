import providers from 'email-providers'
import mailchecker from 'mailchecker'

import { COMMON_PROVIDERS } from '#shared/engines/email/providers.rules.ts'

/** What the two lists are called in answers. */
export const DOMAIN_LISTS = { disposable: 'mailchecker 6.0.21', free_mail: 'email-providers 2.26.0' } as const

const common = new Set(COMMON_PROVIDERS)
const free = new Set(providers)

/** Whether a domain, or one it lies under, gives out mailboxes to be thrown away. */
export function isDisposable(domain: string): boolean {
  if (common.has(domain)) return false
  const disposable = mailchecker.blacklist()
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    if (disposable.has(name)) return true
  }
  return false
}

/** Whether anybody can have a mailbox there for nothing, other than a disposable one. */
export const isFreeMail = (domain: string): boolean => common.has(domain) || (free.has(domain) && !isDisposable(domain))
