import type { CsvJournal } from './csv-journal.ts'

type Naming = { header: readonly string[] | null; width: number; style: 'snake' | 'keep'; journal: CsvJournal }

/** Names for every column, each once: the header's, in snake_case unless kept, `column_3` where there is none. */
export function nameColumns({ header, width, style, journal }: Naming): { name: string; original: string | null }[] {
  const taken = new Set<string>()
  const copies = new Map<string, number>()
  return Array.from({ length: width }, (_, at) => {
    const original = header?.[at] ?? null
    const clean = original?.trim() ?? ''
    const wished = (style === 'snake' ? snakeCase(clean) : clean) || `column_${at + 1}`
    // Objects have this name already, and readers of JSON drop it.
    const base = wished === '__proto__' ? 'proto' : wished
    let name = base
    let copy = copies.get(base) ?? 1
    while (taken.has(name)) {
      copy += 1
      name = `${base}_${copy}`
    }
    copies.set(base, copy)
    taken.add(name)
    if (name !== base)
      journal.issue({
        row: 1,
        column: name,
        code: 'duplicate_header',
        detail: `"${base.slice(0, 80)}" was there before; now ${name.slice(0, 80)}`,
      })
    if (original !== null && name !== original)
      journal.change({ row: 1, column: name, from: original, to: name, code: 'header_renamed' })
    return { name, original }
  })
}

const snakeCase = (text: string) =>
  text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
