import { domainToUnicode } from 'node:url'

import { getDomain, parse } from 'tldts'

import { trackingParams } from '#shared/engines/redirects/clean-url.ts'
import { SHORTENERS } from '#shared/engines/redirects/tracking-params.rules.ts'

export type LinkFlag = {
  code:
    | 'https_downgrade'
    | 'cross_domain'
    | 'shortener'
    | 'punycode'
    | 'ip_literal'
    | 'tracking_params'
    | 'open_redirect_param'
  /** The hop it was seen at: 1 is the URL that was asked for. */
  hop: number
  detail: string
}

/** What is suspicious about the URLs of a chain, in the order they were met. */
export function linkFlags(chain: readonly string[]): LinkFlag[] {
  return chain.flatMap((text, index) => {
    const url = new URL(text)
    const hop = index + 1
    const before = chain[index - 1]
    return [...(before === undefined ? [] : stepFlags(new URL(before), url, index)), ...urlFlags(url, hop)]
  })
}

/** Registrable domains by the public suffix list, once each, in order; an IP address or a bare suffix stands for itself. */
export function registrableDomains(chain: readonly string[]): string[] {
  return [...new Set(chain.map((text) => domainOf(new URL(text))))]
}

function stepFlags(from: URL, to: URL, hop: number): LinkFlag[] {
  const [before, after] = [domainOf(from), domainOf(to)]
  return [
    ...(from.protocol === 'https:' && to.protocol === 'http:'
      ? [{ code: 'https_downgrade' as const, hop, detail: `https to http at ${to.host}` }]
      : []),
    ...(before === after ? [] : [{ code: 'cross_domain' as const, hop, detail: `${before} to ${after}` }]),
  ]
}

function urlFlags(url: URL, hop: number): LinkFlag[] {
  const { hostname } = url
  const tracking = trackingParams(url)
  const target = openTarget(url)
  return [
    ...(isShortener(hostname) ? [{ code: 'shortener' as const, hop, detail: hostname }] : []),
    ...(/(?:^|\.)xn--/.test(hostname)
      ? [{ code: 'punycode' as const, hop, detail: `${hostname} shows as ${domainToUnicode(hostname)}` }]
      : []),
    ...(parse(hostname).isIp === true ? [{ code: 'ip_literal' as const, hop, detail: hostname }] : []),
    ...(tracking.length === 0
      ? []
      : [{ code: 'tracking_params' as const, hop, detail: tracking.slice(0, 20).join(', ') }]),
    ...(target === null
      ? []
      : [{ code: 'open_redirect_param' as const, hop, detail: `${target.name} holds a URL of ${target.host}` }]),
  ]
}

/** A parameter that holds a whole URL of somebody else. */
function openTarget(url: URL): { name: string; host: string } | null {
  for (const [name, value] of url.searchParams) {
    const text = value.trim()
    const target = /^(?:https?:)?[\\/]{2}[^\\/]/i.test(text) ? URL.parse(text, url.href) : null
    if (target !== null && domainOf(target) !== domainOf(url)) return { name: name.slice(0, 60), host: target.hostname }
  }
  return null
}

const domainOf = ({ hostname }: URL) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname

function isShortener(hostname: string): boolean {
  const bare = hostname.replace(/^www\./, '')
  return SHORTENERS.has(bare)
}
