import { mailProviderOf } from '#shared/engines/dns/mail-providers.rules.ts'
import { isPrivateName } from '#shared/lib/network/dns-name.ts'
import type { DnsDoor } from '#shared/doors/dns.ts'

import { askMail, NOTHING_KNOWN } from './ask-mail.ts'
import { canonicalAddress, subaddressOf } from './canonical-address.ts'
import { isDisposable, isFreeMail } from './domain-lists.ts'
import { judgeEmail } from './judge-email.ts'
import { parseAddress } from './parse-address.ts'
import { PROVIDER_DOMAINS, ROLE_NAMES } from '#shared/engines/email/providers.rules.ts'
import { suggestDomain } from './suggest-domain.ts'

/** All that can be told of an address without writing to it; in wire form, with the DNS answer that decided. */
export async function verifyEmail(text: string, { dns, signal }: { dns: DnsDoor; signal: AbortSignal }) {
  const parsed = parseAddress(text)
  const { local, domain, problem } = parsed
  const isValid = problem === null
  const isPublic = domain !== null && !isPrivateName(domain)
  const mail = isValid && domain !== null && isPublic ? await askMail(domain, { dns, signal }) : NOTHING_KNOWN
  const near = isValid && domain !== null && mail.mx.length === 0 ? suggestDomain(domain) : null
  const suggestion = near === null ? null : `${local}@${near}`
  const tag = isValid ? subaddressOf(local) : null
  const lists = {
    disposable: domain !== null && isDisposable(domain),
    freeMail: domain !== null && isFreeMail(domain),
    role: isValid && ROLE_NAMES.has((tag === null ? local : local.slice(0, local.indexOf('+'))).toLowerCase()),
    suggestion,
    isPublic,
  }
  const { verdict, decision, reasons } = judgeEmail(parsed, mail, lists)
  return {
    answer: mail.answer,
    email: domain === null ? parsed.given : `${local}@${domain}`,
    valid_syntax: isValid,
    syntax_problem: problem,
    domain_exists: mail.domainExists,
    accepts_mail: mail.acceptsMail,
    mx: mail.mx,
    provider: mailProviderOf(mail.mx) ?? (domain === null ? null : (PROVIDER_DOMAINS.get(domain)?.provider ?? null)),
    disposable: lists.disposable,
    free_mail: lists.freeMail,
    role_account: lists.role,
    subaddress: tag,
    did_you_mean: suggestion,
    canonical: isValid && domain !== null ? canonicalAddress(local, domain) : parsed.given,
    verdict,
    decision,
    reasons,
  }
}
