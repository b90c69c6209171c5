import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { kustomize, manifestsOf, problemsOf } from '../deploy/manifests.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifests-'))
  writeFileSync(join(folder, 'kustomization.yaml'), 'resources:\n- part.yaml\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: part\n'

/** What is said of a manifest, as `npm run check:manifests` does. */
function saidOf(manifest: string): string[] {
  writeFileSync(join(folder, 'part.yaml'), manifest)
  try {
    return problemsOf(manifestsOf(kustomize(folder)))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

describe('a manifest that is wrong is one line that says where', () => {
  test.each([
    [
      'a value that does not parse',
      `${DEPLOYMENT}spec: [1\n`,
      /^kustomize does not build it: .*yaml: line 4: .* in File: part\.yaml$/,
    ],
    ['no name', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {}\n', /missing metadata\.name/],
    ['a value of another type', `${DEPLOYMENT}spec:\n  replicas: many\n`, /^Deployment part: .*replicas/],
    ['a kind we do not use', DEPLOYMENT.replace('Deployment', 'Doployment'), /no model of apps\/v1 Doployment$/],
  ])('%s', (_, manifest, line) => {
    const said = saidOf(manifest)
    expect(said).toEqual([expect.stringMatching(line)])
    expect(said[0]).not.toContain('\n')
  })

  test.each([
    ['text that is no YAML', `${DEPLOYMENT}---\na: [1\n`, /^manifest 2 is no YAML: .* at line 7,/],
    [
      'a document that is no manifest',
      `${DEPLOYMENT}---\nkind: 5\n`,
      /^manifest 2: (?:apiVersion|kind) is not as it must be/,
    ],
  ])('%s, from kustomize itself', (_, text, line) => {
    expect(() => manifestsOf(text)).toThrow(line)
  })
})
