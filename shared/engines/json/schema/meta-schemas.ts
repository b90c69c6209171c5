import draft04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' }
import applicator2019 from 'ajv/dist/refs/json-schema-2019-09/meta/applicator.json' with { type: 'json' }
import content2019 from 'ajv/dist/refs/json-schema-2019-09/meta/content.json' with { type: 'json' }
import core2019 from 'ajv/dist/refs/json-schema-2019-09/meta/core.json' with { type: 'json' }
import format2019 from 'ajv/dist/refs/json-schema-2019-09/meta/format.json' with { type: 'json' }
import metaData2019 from 'ajv/dist/refs/json-schema-2019-09/meta/meta-data.json' with { type: 'json' }
import validation2019 from 'ajv/dist/refs/json-schema-2019-09/meta/validation.json' with { type: 'json' }
import schema2019 from 'ajv/dist/refs/json-schema-2019-09/schema.json' with { type: 'json' }
import applicator2020 from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import content2020 from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' }
import core2020 from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import format2020 from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import metaData2020 from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import unevaluated2020 from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' }
import validation2020 from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import schema2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' }
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }

import type { Draft } from './draft.ts'
import { SchemaIndex } from './schema-index.ts'

const DOCUMENTS: readonly [Draft, { $id: string } | { id: string }][] = [
  ['draft-04', draft04],
  ['draft-06', draft06],
  ['draft-07', draft07],
  ['2019-09', schema2019],
  ['2019-09', applicator2019],
  ['2019-09', content2019],
  ['2019-09', core2019],
  ['2019-09', format2019],
  ['2019-09', metaData2019],
  ['2019-09', validation2019],
  ['2020-12', schema2020],
  ['2020-12', applicator2020],
  ['2020-12', content2020],
  ['2020-12', core2020],
  ['2020-12', format2020],
  ['2020-12', metaData2020],
  ['2020-12', unevaluated2020],
  ['2020-12', validation2020],
]

/** The published meta-schemas of every draft: what a `$ref` to one of them finds. */
export const META_SCHEMAS: readonly SchemaIndex[] = DOCUMENTS.map(([draft, document]) => {
  const uri = 'id' in document ? document.id : document.$id
  return new SchemaIndex(document, draft, [], uri.replace(/#$/, ''))
})

/** Holds only the meta-schemas, so that no identifier of a caller can replace one of them. */
export const META_INDEX = new SchemaIndex(true, '2020-12', META_SCHEMAS)
