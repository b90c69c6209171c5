/**
 * The values of an option wherever it stands: `-c X`, `-cX`, `--command X`, `--command=X`. `names` are alternatives
 * by `|`; a single letter also ends a cluster (`-qc X`).
 */
export function optionValues(argv: readonly string[], names: string): string[] {
  const wanted = names.split('|')
  const values: string[] = []
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    for (const name of wanted) {
      const value = valueAt(word, argv[at + 1], name)
      if (value === undefined) continue
      values.push(value)
      break
    }
  }
  return values
}

function valueAt(word: string, next: string | undefined, name: string): string | undefined {
  if (word === name) return next
  if (word.startsWith(`${name}=`)) return word.slice(name.length + 1)
  const isLetter = /^-[A-Za-z]$/.test(name)
  if (!isLetter || !word.startsWith('-') || word.startsWith('--')) return undefined
  if (word.startsWith(name)) return word.slice(name.length)
  return /^-[A-Za-z]+$/.test(word) && word.endsWith(name.slice(1)) ? next : undefined
}
