const dashes = /(^|\s)([\u2010-\u2015\u2212\ufe58\ufe63\uff0d]{1,2})(?=[A-Za-z])/g
const invisible =
  /[\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\p{Cs}|[\u{e0000}-\u{e007f}]/gu

/** The first of the characters that stand for unknown parts while an action is read (see shell/hole.ts). */
const privateUse = /[\ue000-\ue00f]/g

/** A line continuation before the end continues nothing. */
const lastContinuation = /(?<!\\)((?:\\\\){0,50})\\\n{0,100}$/

/**
 * The action as rules should see it: no invisible or half characters, ordinary blanks and dashes. Text that only looks
 * like a command is read as the command a person would see, since a pasted action is mended before it runs.
 */
export function normalizeAction(text: string): string {
  return text
    .replaceAll('\0', '\ufffd')
    .replace(privateUse, '\ufffd')
    .replace(invisible, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(lastContinuation, '$1')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replace(
      dashes,
      (_, before: string, dash: string) =>
        before + '-'.repeat(dash.length === 1 && dash === '\u2014' ? 2 : dash.length),
    )
}
