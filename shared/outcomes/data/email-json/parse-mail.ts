import { isUtf8 } from 'node:buffer'

import PostalMime, { decodeWords, type Address, type Attachment, type Email } from 'postal-mime'

import { Refusal } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { readAuth } from './mail-auth.ts'
import { hasHeaders, mailDefects } from './mail-defects.ts'
import { type MailAddress, mailFlags } from './mail-flags.ts'
import { readHtml, textLinks } from './mail-links.ts'
import { newestReply } from './newest-reply.ts'

type ParseInput = { bytes: Uint8Array; includeAttachments: boolean }

const MAX_ATTACHED_BYTES = 1_048_576
const MAX_ATTACHED_TOTAL = 5_000_000
const MAX_HEADERS = 1_000
const MAX_ADDRESSES = 2_000

/** Reads a raw RFC 5322 message. What is wrong with it is listed, and the rest is read all the same. */
export async function parseMail({ bytes: sent, includeAttachments }: ParseInput) {
  const before = envelopeOf(sent)
  const bytes = sent.subarray(before.length)
  const raw = Buffer.from(bytes).toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  const isBare = !hasHeaders(raw)
  // Without a header the parser would take the text for one.
  const email = await parse(isBare ? Buffer.concat([Buffer.from('\r\n'), bytes]) : bytes)
  const from = addressesOf(email.from === undefined ? [] : [email.from])[0] ?? { name: null, address: null }
  const replyTo = addressesOf(email.replyTo)
  const date = dateOf(email)
  const html = email.html ?? null
  const text = email.text ?? null
  const read = html === null ? null : readHtml(html)
  const links = read === null || read.links.length === 0 ? textLinks(text ?? '') : read.links
  const attachments = attachmentsOf(email.attachments, includeAttachments)
  const words = [email.subject ?? '', text ?? '', read?.text ?? ''].join('\n')
  const plain = text ?? read?.text ?? null
  return {
    subject: email.subject ?? '',
    from,
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    bcc: addressesOf(email.bcc),
    reply_to: replyTo,
    date,
    message_id: idsIn(email.messageId)[0] ?? null,
    in_reply_to: idsIn(email.inReplyTo)[0] ?? null,
    references: idsIn(email.references),
    text,
    html,
    html_sanitised: false as const,
    reply_text: plain === null ? null : newestReply(plain),
    attachments,
    auth: readAuth(email.headers),
    headers: email.headers
      .slice(0, MAX_HEADERS)
      .map(({ originalKey, value }) => ({ name: originalKey, value: decoded(value) })),
    links,
    flags: mailFlags({ from, replyTo, links, attachments, words }),
    defects: [
      ...(before === '' ? [] : [before.includes('From ') ? 'mbox_envelope' : 'leading_blank']),
      ...mailDefects({
        raw,
        headers: email.headers,
        hasFrom: from.address !== null,
        date: date !== null ? 'given' : email.date === undefined ? 'missing' : 'unparsable',
      }),
      ...(email.attachments.some((part) => part.rfc822DepthExceeded === true) ? ['nested_too_deep'] : []),
      ...(email.headers.length > MAX_HEADERS ? ['headers_cut'] : []),
    ],
  }
}

/** What may stand before the first header: a byte order mark, empty lines, the line that begins a message in a mailbox. */
const envelopeOf = (bytes: Uint8Array) =>
  /^(?:\u00EF\u00BB\u00BF)?(?:[ \t]*\r?\n){0,100}(?:>?From [^\r\n]{0,500}\r?\n)?/.exec(
    Buffer.from(bytes.subarray(0, 2_000)).toString('latin1'),
  )?.[0] ?? ''

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: 100, maxHeadersSize: 1_048_576 })
  } catch (error) {
    // The parser itself throws only for its limits. Any other error is caused by the untrusted text, too.
    const why = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    throw new Refusal(
      'unprocessable',
      `The message cannot be parsed: ${why}`,
      { extra: { reason: 'unparsable' } },
      {
        cause: error,
      },
    )
  }
}

function addressesOf(addresses: readonly Address[] | undefined): MailAddress[] {
  return (addresses ?? [])
    .flatMap((one) => (one.group === undefined ? [one] : one.group))
    .filter(({ address, name }) => address !== '' || name !== '')
    .slice(0, MAX_ADDRESSES)
    .map(({ name, address }) => ({ name: name === '' ? null : name, address: address === '' ? null : address }))
}

function dateOf({ date }: Email): string | null {
  const ms = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** Message ids without their brackets; text without any is one id as it stands. */
function idsIn(value: string | undefined): string[] {
  const text = (value ?? '').slice(0, 100_000)
  const bracketed = [...text.matchAll(/<([^<>\s]{1,998})>/g)].map(([, id = '']) => id)
  if (bracketed.length > 0) return [...new Set(bracketed)]
  return [...new Set(text.split(/\s+/).filter((id) => id !== ''))]
}

function decoded(value: string): string {
  try {
    return decodeWords(value)
  } catch {
    return value
  }
}

function attachmentsOf(parts: readonly Attachment[], includeContent: boolean) {
  let left = MAX_ATTACHED_TOTAL
  return parts.map((part) => {
    const content =
      typeof part.content === 'string' ? Buffer.from(part.content) : Buffer.from(new Uint8Array(part.content))
    const isIncluded = includeContent && content.length <= MAX_ATTACHED_BYTES && content.length <= left
    if (isIncluded) left -= content.length
    return {
      filename: part.filename,
      mime_type: part.mimeType,
      size: content.length,
      sha256: sha256Hex(content),
      disposition: part.disposition,
      content_id: part.contentId?.replaceAll(/^<|>$/g, '') ?? null,
      ...(isIncluded ? { content_base64: content.toString('base64') } : {}),
    }
  })
}
