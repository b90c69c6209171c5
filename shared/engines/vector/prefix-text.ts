type Kind = 'document' | 'query'

/** Prefixes that model families expect before a text, from their model cards. Other models take texts unchanged. */
const FAMILIES: readonly { is: RegExp; before: Readonly<Record<Kind, string>> }[] = [
  { is: /nomic-embed/i, before: { document: 'search_document: ', query: 'search_query: ' } },
  {
    is: /\be5-(?:small|base|large)|multilingual-e5(?!.*instruct)/i,
    before: { document: 'passage: ', query: 'query: ' },
  },
  {
    is: /\bbge-(?:small|base|large)-en/i,
    before: { document: '', query: 'Represent this sentence for searching relevant passages: ' },
  },
  {
    is: /mxbai-embed-large|snowflake-arctic-embed/i,
    before: { document: '', query: 'Represent this sentence for searching relevant passages: ' },
  },
]

/** A text as its model wants it for documents and for queries. */
export const prefixText = (model: string, kind: Kind, text: string): string =>
  (FAMILIES.find(({ is }) => is.test(model))?.before[kind] ?? '') + text
