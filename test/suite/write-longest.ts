import { writeFileSync } from 'node:fs'

import { longestOf } from './longest.ts'
import { LONGEST_FILES } from './longest-first.ts'
import { readResults } from './results.ts'

// `npm run -s test:order`: writes down which files took longest in the last whole run.
const files = longestOf(readResults())
writeFileSync(LONGEST_FILES, `${JSON.stringify(files, null, 2)}\n`)
console.log(`${files.length} files took five seconds or more: ${LONGEST_FILES}`)
