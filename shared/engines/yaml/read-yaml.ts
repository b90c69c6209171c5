import { isScalar, parseDocument, visit } from 'yaml'

type Limits = {
  /** The most times that anchors are repeated, counted with what they hold, so that a few lines cannot unfold to millions of values. */
  maxAliasCount: number
}

/**
 * Reads one YAML document of the core schema. Throws for invalid YAML, for a duplicate key in a map, and for too many
 * aliases. The package compares each key with all keys before it; here a set finds duplicates.
 */
export function readYaml(text: string, { maxAliasCount }: Limits): unknown {
  const document = parseDocument(text, {
    schema: 'core',
    strict: true,
    uniqueKeys: false,
    // A pretty error looks through the whole text once more for each of its errors.
    prettyErrors: false,
    logLevel: 'silent',
  })
  const [error] = document.errors
  if (error !== undefined) throw error
  visit(document, {
    Map: (_, map) => {
      const keys = new Set<unknown>()
      for (const { key } of map.items) {
        const name = isScalar(key) ? key.value : key
        if (keys.has(name)) throw new Error('a key stands twice in a map')
        keys.add(name)
      }
    },
  })
  return document.toJS({ maxAliasCount })
}
