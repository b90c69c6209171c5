/** Invisible characters: zero-width, directional, tags, variation selectors, soft hyphens and most controls. */
export const UNSEEN =
  // oxlint-disable-next-line no-misleading-character-class, no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu

/** Returns the visible text: NFC, without invisible characters, white space trimmed at both ends. */
export const plainText = (text: string): string => text.normalize('NFC').replaceAll(UNSEEN, '').trim()

/** Whether a text is an https URL of at most 2,048 characters without user name and password. */
export function isHttpsLink(text: string): boolean {
  if (text.length > 2_048 || !URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.')
}
