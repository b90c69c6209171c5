/** The JSON Schema drafts this engine knows, oldest first. */
export const DRAFTS = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'] as const

export type Draft = (typeof DRAFTS)[number]

/** The canonical `$schema` of each draft, without its empty fragment. */
export const META_SCHEMA_URI: Readonly<Record<Draft, string>> = {
  'draft-04': 'http://json-schema.org/draft-04/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

/** Whether `draft` is `first` or newer. */
export const isSince = (draft: Draft, first: Draft) => DRAFTS.indexOf(draft) >= DRAFTS.indexOf(first)

/** The draft a `$schema` value names, with either scheme and with or without the empty fragment; null for any other. */
export function draftNamed(schemaUri: unknown): Draft | null {
  if (typeof schemaUri !== 'string') return null
  const plain = withoutScheme(schemaUri).replace(/#$/, '')
  return DRAFTS.find((draft) => withoutScheme(META_SCHEMA_URI[draft]) === plain) ?? null
}

const withoutScheme = (uri: string) => uri.replace(/^https?:/, '')
