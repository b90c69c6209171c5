import ipaddr from 'ipaddr.js'

import { internalSuffixes } from '#shared/engines/exfil/hosts.rules.ts'

export type Destination = {
  host: string | null
  allowed: boolean | null
  kind: 'url' | 'tool' | 'person' | 'unknown'
  external: boolean
}

/** Where content is about to go: a URL, a person's address or a tool, and whether the caller's list permits it. */
export function readDestination(sent: string | undefined, allowed: readonly string[] | undefined): Destination {
  const text = sent?.trim() ?? ''
  if (text === '') return { host: null, allowed: null, kind: 'unknown', external: true }
  const host = hostOf(text)
  const kind = /^[\w.+-]+@[\w.-]+$/.test(text)
    ? 'person'
    : host !== null
      ? 'url'
      : /^[\w.:/-]{1,200}$/.test(text)
        ? 'tool'
        : 'unknown'
  return {
    host,
    allowed: allowed === undefined ? null : allowed.some((glob) => permits(glob, text, host)),
    kind,
    external: host === null ? kind !== 'tool' : !isInternalHost(host),
  }
}

/** The host of a URL or of an e-mail address, in lower case; null for a name that is neither. */
function hostOf(text: string): string | null {
  const mail = /^[\w.+-]+@([\w.-]+)$/.exec(text)?.[1]
  if (mail !== undefined) return mail.toLowerCase()
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.parse(text)?.hostname.toLowerCase() ?? null
  const bare = /^((?:[\w-]+\.)+[a-z]{2,24})(?::\d{1,5})?(?:\/|$)/i.exec(text)?.[1]
  return bare?.toLowerCase() ?? null
}

/** Whether a glob (`*` is any run of characters but a slash in a host) permits a destination, by host or as a whole. */
function permits(glob: string, text: string, host: string | null): boolean {
  const pattern = globPattern(glob.trim().toLowerCase())
  return pattern.test(text.toLowerCase()) || (host !== null && pattern.test(host))
}

const globPattern = (glob: string) =>
  new RegExp(
    `^${glob
      .slice(0, 500)
      .split(/\*+/)
      .map((part) => part.replace(/[^\w]/g, '\\$&'))
      .join('[^/]*')}$`,
  )

/** Whether a host is of a private network: a reserved name or address. */
export function isInternalHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() !== 'unicast'
  return (
    bare === 'localhost' ||
    (!bare.includes('.') && bare !== '') ||
    internalSuffixes.some((suffix) => bare.endsWith(suffix))
  )
}
