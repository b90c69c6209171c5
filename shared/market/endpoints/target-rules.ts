import type { Config } from '#shared/config.ts'
import { invalidFields } from '#shared/errors.ts'
import type { EgressException } from '#shared/lib/network/egress-allow.ts'
import { portOf, type UrlRules, urlRules } from '#shared/lib/network/public/admit-url.ts'
import { sampleSiteExceptions } from '#shared/lib/network/sample-site.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'

/** The exact hosts beside public https addresses where endpoints of sellers may be. */
export const targetExceptions = ({
  EGRESS_ALLOW = [],
  SELLER_ALLOW = [],
  SAMPLE_SITE_PORT,
}: Pick<Config, 'EGRESS_ALLOW' | 'SELLER_ALLOW' | 'SAMPLE_SITE_PORT'>): readonly EgressException[] => [
  ...EGRESS_ALLOW,
  ...SELLER_ALLOW,
  ...sampleSiteExceptions(SAMPLE_SITE_PORT),
]

/** The rules that the text of a target is judged by when an endpoint is published or changed. */
export const targetRules = (
  config: Pick<Config, 'EGRESS_ALLOW' | 'SELLER_ALLOW' | 'SAMPLE_SITE_PORT' | 'publicBaseUrl'>,
): UrlRules =>
  urlRules({
    allow: targetExceptions(config),
    ownNames: [new URL(config.publicBaseUrl).hostname],
    // A worker that calls a target compares addresses with its own machine's.
    ownAddresses: () => new Set(),
  })

/**
 * Throws 422 for a target whose text shows that it may not be called: another scheme than https, an address or a name
 * that is not public, a port that is not of the web. What a name leads to is judged at each call.
 */
export function refuseTarget(target: string, { admit, exceptionFor }: UrlRules): void {
  const url = admit(target)
  if (typeof url === 'string') throw urlNotAllowed('Send a target_url that anyone on the internet can reach.')
  if (url.protocol === 'https:' || exceptionFor(url.hostname, portOf(url)) !== undefined) return
  throw invalidFields({ path: ['target_url'], msg: 'Value error, an endpoint is called by https alone' })
}
