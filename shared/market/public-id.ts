/** The kind of a public id, which is its prefix. */
export type IdKind =
  | 'usr'
  | 'agt'
  | 'lst'
  | 'bid'
  | 'bst'
  | 'shot'
  | 'vid'
  | 'fbk'
  | 'rep'
  | 'pur'
  | 'pay'
  | 'act'
  | 'job'
  | 'hir'
  | 'prp'
  | 'msg'
  | 'fil'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'exp'
  | 'rof'

/** Formats a UUID as a public id: its kind and 32 hex digits, e.g. `usr_0193...`. */
export const publicId = (kind: IdKind, uuid: string): string => `${kind}_${uuid.replaceAll('-', '')}`

/** Parses a public id or a plain UUID into a UUID; null when it is malformed or of another kind. */
export function uuidOf(kind: IdKind, id: string): string | null {
  const hex = id.startsWith(`${kind}_`) ? id.slice(kind.length + 1) : id.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex) || (!id.startsWith(`${kind}_`) && !UUID.test(id))) return null
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
