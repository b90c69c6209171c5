/**
 * What stands in a word for a part whose value the text does not tell: `unset` a variable nobody set here, `set` one
 * with an unknown value, `output` of a command, `local` file content, `remote` content, `decoded` content, `shellenv` what a known tool prints to be evaluated.
 */
export const holeKinds = ['unset', 'set', 'output', 'local', 'remote', 'decoded', 'shellenv'] as const
export type HoleKind = (typeof holeKinds)[number]

// Private-use characters, which normalizeAction takes out of every action.
const open = '\ue000'
const close = '\ue001'
const first = 0xe002

const anyHole = /\ue000[\ue002-\ue00a]\ue001/g

/** The mark of an unknown part; it never contains blanks, so it survives a second parse. */
export const hole = (kind: HoleKind) => open + String.fromCodePoint(first + holeKinds.indexOf(kind)) + close

export const hasHole = (text: string) => text.includes(open)
export const hasHoleOf = (text: string, kind: HoleKind) => text.includes(hole(kind))

/** The text without its unknown parts. */
export const withoutHoles = (text: string) => text.replace(anyHole, '')

/** The text as a person may read it. */
export const readable = (text: string) =>
  text.replace(anyHole, (mark) => `<${holeKinds[(mark.codePointAt(1) ?? first) - first] ?? 'unknown'}>`)
