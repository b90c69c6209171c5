import { hasPrivateHost } from './private-host.ts'

export type UrlRisk = 'none' | 'no_url' | 'not_https' | 'private_host' | 'dangerous_scheme' | 'carries_credentials'

const DANGEROUS = new Set(['javascript:', 'data:', 'file:', 'vbscript:', 'blob:', 'intent:', 'ftp:'])

/** What opening the text of a QR code could do. */
export function qrRisk(text: string): UrlRisk {
  const url = URL.parse(text.trim())
  if (url === null) return 'no_url'
  if (DANGEROUS.has(url.protocol)) return 'dangerous_scheme'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'no_url'
  if (hasPrivateHost(url)) return 'private_host'
  if (url.username !== '' || url.password !== '') return 'carries_credentials'
  return url.protocol === 'https:' ? 'none' : 'not_https'
}
