import { describe, expect, test } from 'vitest'

import { assessDestructive } from './assess.ts'

const decided = (action: string) => assessDestructive({ action }).decision

describe('what the same action makes again may be removed', () => {
  test.each([
    'rm -rf public/app; webpack --output-path public/app',
    'rm -rf ./api && typedoc --out api',
    'rm -f ./generated/commands/*.lua && cpx "./src/*.lua" ./generated/commands',
    'rm -rf public-js && esbuild src/main.ts --bundle --outdir=public-js',
    'rimraf ./web/app && rollup -c -o web/app',
    'rm -rf npm-dir && npx babel src -d npm-dir',
    'rm -rf es2015 && babel src -d es2015',
    'rm -rf built && tsc',
    'rimraf dist/cjs/index.d.ts dist/esm/index.d.ts',
    'rm -rf dist *.tsbuildinfo',
    'rm -rf index.js coverage/',
    '"$npm_execpath" run build',
  ])('%s', (action) => {
    expect(decided(action)).toBe('allow')
  })
})

describe('but not what nothing makes again', () => {
  test.each([
    'rm -rf data && mkdir data',
    'rm -rf uploads && cp -r /backup/uploads uploads',
    'rm -rf src && esbuild lib/main.ts --outdir=public',
    'rm -rf src data && babel src -d data',
    'babel src -d photos && rm -rf photos',
    'rm -rf /srv/app && babel src -d /srv/app',
    'rm -rf ../other && tsc --outDir ../other',
    'rm -rf ~/node_modules && npm install',
    'rm -rf node_modules && npm ci',
    'cd /etc && rm -rf build',
    'cd ~ && rm -rf photos && babel src -d photos',
    'ssh host "rm -rf es && babel src -d es"',
    'rm -rf notes && echo notes',
    'rm -rf yarn.lock.d && yarn',
    'rm -rf *.db && babel src -d lib',
  ])('%s', (action) => {
    expect(decided(action)).not.toBe('allow')
  })
})
