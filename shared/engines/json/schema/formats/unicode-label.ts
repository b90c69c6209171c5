// RFC 5892 appendix and section 2.6: decided one by one.
const VALID = new Set([0xdf, 0x3c2, 0x6fd, 0x6fe, 0xf0b, 0x3007])
const DISALLOWED = new Set([0x640, 0x7fa, 0x302e, 0x302f, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303b])

type Neighbours = { before: string; after: string; label: string }

/** RFC 5892 appendix A: allowed only in company. */
const CONTEXT: readonly [RegExp, (at: Neighbours) => boolean][] = [
  // Their joining rules are checked where the label is turned into punycode.
  [/[\u200c\u200d]/, () => true],
  [/\u00b7/, ({ before, after }) => before === 'l' && after === 'l'],
  [/\u0375/, ({ after }) => /^\p{Script=Greek}/u.test(after)],
  [/[\u05f3\u05f4]/, ({ before }) => /\p{Script=Hebrew}$/u.test(before)],
  [/\u30fb/, ({ label }) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label)],
  [/[\u0660-\u0669]/, ({ label }) => !/[\u06f0-\u06f9]/.test(label)],
  [/[\u06f0-\u06f9]/, ({ label }) => !/[\u0660-\u0669]/.test(label)],
]

/** Whether IDNA 2008 (RFC 5891 section 4.2, RFC 5892) accepts the text as a Unicode label. */
export function isUnicodeLabel(label: string): boolean {
  if (label.normalize('NFC') !== label || /^\p{M}/u.test(label)) return false
  if (label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--') return false
  const chars = Array.from(label)
  return chars.every((char, at) => {
    const rule = CONTEXT.find(([pattern]) => pattern.test(char))
    return rule ? rule[1]({ before: chars[at - 1] ?? '', after: chars[at + 1] ?? '', label }) : isPermitted(char)
  })
}

/** RFC 5892 section 3, without the contextual characters. */
function isPermitted(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  if (VALID.has(code)) return true
  if (DISALLOWED.has(code)) return false
  if (/^[a-z0-9-]$/i.test(char)) return true
  if (/^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]$/u.test(char)) return false
  if (/^[\u20d0-\u20ff\u{1d100}-\u{1d24f}]$/u.test(char)) return false
  // Conjoining jamo (Hangul_Syllable_Type L, V and T)
  if (/^[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7c6\ud7cb-\ud7fb]$/.test(char)) return false
  if (char.normalize('NFKC').toLowerCase().normalize('NFKC') !== char) return false
  return /^[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/u.test(char)
}
