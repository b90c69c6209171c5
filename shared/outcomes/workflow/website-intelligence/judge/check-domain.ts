import type { SiteFacts } from '../collect/collect-site.ts'
import { hit, type Hit, keepHits } from './hit.ts'

/** What the domain's registration and mail records leave open; nothing while those parts are not there. */
export function checkDomain({ whois, dns }: Pick<SiteFacts, 'whois' | 'dns'>): Hit[] {
  const days = whois?.days_to_expiry ?? null
  const mail = dns?.mail
  return keepHits(
    days !== null && days < 30 && hit('domain_expires_soon', `The registration ends in ${days} days.`),
    mail?.spf?.record === null && hit('spf_missing', 'No SPF record was found.'),
    mail?.dmarc?.record === null && hit('dmarc_missing', 'No DMARC record was found.'),
  )
}
