import { META_DOCUMENTS } from './meta-documents.rules.ts'
import { SchemaIndex } from './schema-index.ts'

/** The published meta-schemas of every draft: what a `$ref` to one of them finds. */
export const META_SCHEMAS: readonly SchemaIndex[] = META_DOCUMENTS.map(
  ([draft, uri, document]) => new SchemaIndex(document, draft, [], uri),
)

/** Holds only the meta-schemas, so that no identifier of a caller can replace one of them. */
export const META_INDEX = new SchemaIndex(true, '2020-12', META_SCHEMAS)
