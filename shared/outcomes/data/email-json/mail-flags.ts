import { getDomain } from 'tldts'

import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { EXECUTABLE_ENDINGS, EXECUTABLE_TYPES } from './executable-names.rules.ts'
import type { MailLink } from './mail-links.ts'

export type MailFlag =
  | 'display_name_spoof'
  | 'reply_to_mismatch'
  | 'link_mismatch'
  | 'executable_attachment'
  | 'injection_text'
export type MailAddress = { name: string | null; address: string | null }

type Looked = {
  from: MailAddress
  replyTo: readonly MailAddress[]
  links: readonly MailLink[]
  attachments: readonly { filename: string | null; mime_type: string }[]
  /** All that a reader or a model gets to see. */
  words: string
}

/** An injection of more text than this is found by its first part, or not worth the wait. */
const SCANNED_CHARS = 60_000

/** What should make a reader careful. */
export function mailFlags({ from, replyTo, links, attachments, words }: Looked): MailFlag[] {
  const home = domainOf(from.address)
  const claimed = [...(from.name ?? '').slice(0, 500).matchAll(/[\w.+-]{1,64}@([a-z0-9.-]{1,200})/gi)].map(
    ([, host = '']) => getDomain(host),
  )
  const isSpoofed = home !== null && claimed.some((domain) => domain !== null && domain !== home)
  const repliesElsewhere = replyTo.some(
    ({ address }) => home !== null && domainOf(address) !== null && domainOf(address) !== home,
  )
  return [
    ...(isSpoofed ? (['display_name_spoof'] as const) : []),
    ...(repliesElsewhere ? (['reply_to_mismatch'] as const) : []),
    ...(links.some(({ mismatched }) => mismatched) ? (['link_mismatch'] as const) : []),
    ...(attachments.some(isExecutable) ? (['executable_attachment'] as const) : []),
    ...(scanForInjection(words.slice(0, SCANNED_CHARS), { source: 'email', html: false }).decision === 'allow'
      ? []
      : (['injection_text'] as const)),
  ]
}

/** The registrable domain of an address; the bare host where there is none. */
function domainOf(address: string | null): string | null {
  const host = address?.slice(address.lastIndexOf('@') + 1).toLowerCase() ?? ''
  return host === '' ? null : (getDomain(host) ?? host)
}

function isExecutable({ filename, mime_type }: { filename: string | null; mime_type: string }): boolean {
  // Windows drops trailing dots and spaces, and shows nothing of what stands behind a right-to-left mark.
  const name = (filename ?? '').replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '').replace(/[. ]+$/, '')
  return (
    EXECUTABLE_TYPES.has(mime_type) ||
    (EXECUTABLE_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.'))
  )
}
