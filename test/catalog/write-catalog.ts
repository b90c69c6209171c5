import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { catalogTable, ROOT } from './catalog-table.ts'

/** `npm run -s docs:catalog` writes docs/catalog.md anew. */
writeFileSync(join(ROOT, 'docs/catalog.md'), catalogTable())
