import type { ParsedAddress } from './parse-address.ts'

/** What DNS said of the domain; null for what it was not asked or did not answer. */
export type MailFacts = {
  domainExists: boolean | null
  /** Null MX, or neither MX nor address, is false. */
  acceptsMail: boolean | null
  hasMx: boolean | null
  isNullMx: boolean
}

export type Verdict = 'deliverable_likely' | 'risky' | 'undeliverable' | 'unknown'
export type EmailReason = { code: string; severity: 'info' | 'low' | 'medium' | 'high'; message: string }

/** What an address is worth, by fixed rules; every rule that fired is named. The mailbox itself is never asked for. */
export function judgeEmail(
  parsed: ParsedAddress,
  mail: MailFacts,
  lists: { disposable: boolean; role: boolean; freeMail: boolean; suggestion: string | null; isPublic: boolean },
): { verdict: Verdict; decision: 'allow' | 'review' | 'block'; reasons: EmailReason[] } {
  const reasons: EmailReason[] = []
  const say = (code: string, severity: EmailReason['severity'], message: string) =>
    reasons.push({ code, severity, message })
  if (parsed.problem !== null) say('invalid_syntax', 'high', `This is no address: ${parsed.problem}.`)
  else if (parsed.isLiteral)
    say('address_literal', 'medium', 'It names a server by its IP address, which hardly anybody accepts.')
  else if (!lists.isPublic) say('not_a_public_domain', 'high', 'The domain is none of the public DNS.')
  else if (mail.domainExists === false) say('no_such_domain', 'high', 'The domain does not exist.')
  else if (mail.isNullMx) say('null_mx', 'high', 'The domain says that it takes no mail (RFC 7505).')
  else if (mail.acceptsMail === false) say('no_mail_server', 'high', 'The domain has neither MX nor address records.')
  else if (mail.acceptsMail === null)
    say('dns_no_answer', 'medium', 'DNS did not answer, so nothing is known of its mail servers.')
  else if (mail.hasMx === false)
    say('no_mx', 'medium', 'The domain has no MX; mail to its address record is seldom meant.')
  const isHopeless = reasons.some(({ severity }) => severity === 'high')
  if (lists.disposable) say('disposable_domain', 'medium', 'The domain gives out mailboxes to be thrown away.')
  if (lists.suggestion !== null) say('likely_typo', 'medium', `Perhaps ${lists.suggestion} was meant.`)
  if (parsed.isInternational && parsed.problem === null) {
    say('international_local_part', 'medium', 'Only servers with SMTPUTF8 take this local part.')
  }
  if (lists.role) say('role_account', 'low', 'An office, not a person, reads this mailbox.')
  if (lists.freeMail) say('free_mail', 'info', 'Anybody can have a mailbox at this provider.')

  const isUnknown = reasons.some(({ code }) => code === 'dns_no_answer')
  const isRisky = reasons.some(({ severity }) => severity === 'medium')
  const verdict = isHopeless ? 'undeliverable' : isUnknown ? 'unknown' : isRisky ? 'risky' : 'deliverable_likely'
  const decision = verdict === 'undeliverable' ? 'block' : verdict === 'deliverable_likely' ? 'allow' : 'review'
  return { verdict, decision, reasons }
}
