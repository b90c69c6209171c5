import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A sentence with which people ask for an outcome, or, under the name `none`, for what no outcome does. */
export type Wording = { slug: string; text: string }

let known: readonly Wording[] | undefined

/**
 * Reads the files of this folder: for each outcome a line `# slug`, then a sentence a line, in which `{}` stands for a
 * value.
 */
export function readWordings(): readonly Wording[] {
  known ??= readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => {
      let slug = ''
      return readFileSync(join(import.meta.dirname, file), 'utf8')
        .split('\n')
        .flatMap((line): Wording[] => {
          if (line.startsWith('# ')) slug = line.slice(2)
          return line.startsWith('# ') || line === '' ? [] : [{ slug, text: line }]
        })
    })
  return known
}
