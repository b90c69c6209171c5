import ipaddr from 'ipaddr.js'

import type { LintReport } from '#shared/engines/lint/lint-report.ts'
import { entropyOf } from '#shared/engines/secrets/entropy.ts'
import type { webhookRules } from './settlement-contract.rules.ts'

export type WebhookReport = LintReport<typeof webhookRules>

const PATH = '/webhook_url'
const SECRET_LENGTH = 20
const SECRET_BITS = 3.5

/** Where events are sent: over TLS, to a public host, without secrets in the address. */
export function lintWebhookUrl(report: WebhookReport, text: string): void {
  const url = URL.parse(text.trim())
  if (url === null || url.hostname === '') return report.add('WH_URL_INVALID', PATH)
  if (url.protocol !== 'https:')
    report.add('WH_URL_NOT_HTTPS', PATH, { scheme: url.protocol.slice(0, -1), https: withoutSecrets(url) })
  if (!isPublic(url.hostname)) report.add('WH_URL_NOT_PUBLIC', PATH, { host: url.hostname })
  if (url.username !== '' || url.password !== '') report.add('WH_URL_USERINFO', PATH)
  if (url.hash !== '') report.add('WH_URL_FRAGMENT', PATH)
  if (url.port !== '' && url.port !== '8443') report.add('WH_URL_PORT', PATH, { port: url.port })
  for (const [name, value] of url.searchParams)
    if (value.length >= SECRET_LENGTH && entropyOf(value) > SECRET_BITS) report.add('WH_URL_SECRET', PATH, { name })
}

function isPublic(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() === 'unicast'
  if (/(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain)$/i.test(bare)) return false
  return bare.includes('.')
}

function withoutSecrets(url: URL): string {
  return `https://${url.host}${url.pathname}`
}
