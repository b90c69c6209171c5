import type { Config } from '#shared/config.ts'

const VALID_DAYS = 180

/** security.txt (RFC 9116): whom to tell of a weakness. It is good for half a year from the first of this month (UTC). */
export function securityText(
  { SUPPORT_URL, publicBaseUrl }: Pick<Config, 'SUPPORT_URL' | 'publicBaseUrl'>,
  now: Date,
): string {
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  return [
    `Contact: ${SUPPORT_URL ?? `${publicBaseUrl}/docs`}`,
    `Expires: ${new Date(month + VALID_DAYS * 86_400_000).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicBaseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
