import type { EgressException } from './egress-allow.ts'

/**
 * The names of the site that the playground serves for the samples of outcomes that read a web page. Names under `.test`
 * are nobody's on the internet (RFC 6761).
 */
export const SAMPLE_HOST = 'samples.test'
/** A competitor of the company at SAMPLE_HOST, served by the same site. */
export const RIVAL_HOST = 'rival.test'

/**
 * How guarded egress reaches the sample site: `http://samples.test/` leads to this port of this machine, and nothing else
 * does. Empty without a port, which only the playground has.
 */
export const sampleSiteExceptions = (port: number | undefined): readonly EgressException[] =>
  port === undefined
    ? []
    : [SAMPLE_HOST, RIVAL_HOST].map((host) => ({ host, port: 80, ip: '127.0.0.1', dialledPort: port }))
