/**
 * The bytes of unpadded base64url (RFC 7515, section 2), or null for anything else: padding, foreign characters, an
 * impossible length, or spare bits that are not zero, which would give one token two spellings.
 */
export function strictBase64url(text: string): Buffer | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
