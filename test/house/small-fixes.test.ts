import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ROOT, sourceFiles } from './source-files.ts'

/** A `fix` that sends its reader to the whole catalog or the whole OpenAPI document: both are about a megabyte. */
const TO_A_LARGE_DOCUMENT = /path: ['"`](?:\/api\/v1\/outcomes\/meta|\/openapi\.json|\/llms-full\.txt)['"`]\s*[,}]/

test('no fix points at a document of a megabyte', () => {
  const pointing = sourceFiles()
    .filter((path) => /^(?:ingress|workers|shared)\//.test(path) && !path.endsWith('.test.ts'))
    .filter((path) => !path.endsWith('discovery-routes.ts'))
    .filter((path) => TO_A_LARGE_DOCUMENT.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(pointing).toEqual([])
})

test('one that does would be found', () => {
  expect("fix: { action: 'Look.', method: 'GET', path: '/api/v1/outcomes/meta' }").toMatch(TO_A_LARGE_DOCUMENT)
  expect("path: '/api/v1/outcomes/meta?fields=slug' }").not.toMatch(TO_A_LARGE_DOCUMENT)
})
