import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { purlOf } from './package-entry.ts'
import { isDependencyFile, isLockFile, readDependencyFile } from './read-dependency-file.ts'

const versions = (path: string, text: string) =>
  readDependencyFile(path, text).locked.map((one) => `${one.ecosystem} ${one.name}@${one.version}`)
const wanted = (path: string, text: string) =>
  readDependencyFile(path, text).manifest?.wanted.map(({ name, range, dev }) => `${name} ${range}${dev ? ' dev' : ''}`)

describe('lock files', () => {
  test('package-lock.json of version 3, with nested packages, scopes and aliases', () => {
    const lock = {
      packages: {
        '': { name: 'own', version: '1.0.0' },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/a/node_modules/@s/b': { version: '2.0.0', dev: true, hasInstallScript: true, license: 'MIT' },
        'node_modules/alias': { version: '3.0.0', name: 'real' },
        'packages/own': { version: '0.0.0' },
        'node_modules/own': { link: true },
      },
    }
    const { locked } = readDependencyFile('package-lock.json', JSON.stringify(lock))
    expect(locked.map(({ name, version, dev, installs, license }) => [name, version, dev, installs, license])).toEqual([
      ['a', '1.0.0', false, false, null],
      ['@s/b', '2.0.0', true, true, 'MIT'],
      ['real', '3.0.0', false, false, null],
    ])
  })

  test('package-lock.json of version 1', () => {
    const lock = {
      dependencies: {
        a: { version: '1.0.0', dependencies: { b: { version: '2.0.0' } } },
        c: { version: 'git+https://x' },
      },
    }
    expect(versions('package-lock.json', JSON.stringify(lock))).toEqual(['npm a@1.0.0', 'npm b@2.0.0'])
  })

  test.each([
    [
      'version 9',
      "packages:\n\n  '@s/a@1.2.3':\n    resolution: {integrity: sha512-x}\n\n  lodash@4.17.20:\n    resolution: {}\nsnapshots:\n\n  lodash@4.17.20: {}\n",
    ],
    ['version 6', 'packages:\n\n  /@s/a@1.2.3:\n    dev: true\n\n  /lodash@4.17.20(react@18.0.0):\n    dev: false\n'],
    ['version 5', 'packages:\n\n  /@s/a/1.2.3:\n    dev: true\n\n  /lodash/4.17.20_react@18.0.0:\n    dev: false\n'],
  ])('pnpm-lock.yaml of %s', (_, text) => {
    expect(versions('pnpm-lock.yaml', text)).toEqual(['npm @s/a@1.2.3', 'npm lodash@4.17.20'])
  })

  test.each([
    [
      '1',
      '# yarn lockfile v1\n\n"@s/a@^1.0.0", "@s/a@^1.1.0":\n  version "1.2.3"\n\nlodash@^4.17.20:\n  version "4.17.20"\n',
    ],
    [
      'Berry',
      '__metadata:\n  version: 6\n\n"@s/a@npm:^1.0.0":\n  version: 1.2.3\n\n"lodash@npm:^4.17.20":\n  version: 4.17.20\n\n"own@workspace:.":\n  version: 0.0.0-use.local\n',
    ],
  ])('yarn.lock of Yarn %s', (_, text) => {
    expect(versions('yarn.lock', text)).toEqual(['npm @s/a@1.2.3', 'npm lodash@4.17.20'])
  })

  test('Cargo.lock without the crates of the repository itself', () => {
    const text =
      '[[package]]\nname = "own"\nversion = "0.1.0"\n\n[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n'
    expect(versions('Cargo.lock', text)).toEqual(['crates.io serde@1.0.1'])
  })

  test('poetry.lock, Pipfile.lock, requirements.txt and go.sum', () => {
    expect(versions('poetry.lock', '[[package]]\nname = "django"\nversion = "4.2.1"\n')).toEqual(['PyPI django@4.2.1'])
    expect(
      versions(
        'Pipfile.lock',
        '{"default":{"flask":{"version":"==2.0.0"}},"develop":{"pytest":{"version":"==7.0.0"}}}',
      ),
    ).toEqual(['PyPI flask@2.0.0', 'PyPI pytest@7.0.0'])
    expect(
      versions(
        'requirements.txt',
        'django==4.2.1  # web\nrequests[socks] == 2.31.0 ; python_version > "3"\nflask>=2\n-r other.txt\n',
      ),
    ).toEqual(['PyPI django@4.2.1', 'PyPI requests@2.31.0'])
    expect(versions('go.sum', 'github.com/a/b v1.2.3 h1:x=\ngithub.com/a/b v1.2.3/go.mod h1:y=\n')).toEqual([
      'Go github.com/a/b@1.2.3',
    ])
  })
})

describe('manifests', () => {
  test('package.json', () => {
    expect(
      wanted(
        'package.json',
        '{"dependencies":{"a":"^1.0.0"},"devDependencies":{"b":"2"},"optionalDependencies":{"c":"*"}}',
      ),
    ).toEqual(['a ^1.0.0', 'c *', 'b 2 dev'])
  })

  test('Cargo.toml, pyproject.toml and go.mod', () => {
    expect(
      wanted(
        'Cargo.toml',
        '[package]\nname = "own"\n\n[dependencies]\nserde = { version = "1.0", features = ["derive"] }\nlog = "0.4"\n',
      ),
    ).toEqual(['serde 1.0', 'log 0.4'])
    expect(
      wanted(
        'pyproject.toml',
        '[project]\nname = "own"\ndependencies = [\n  "django>=4.2",\n  "requests[socks]",\n]\n',
      ),
    ).toEqual(['django >=4.2', 'requests '])
    expect(wanted('pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.9"\ndjango = "^4.2"\n')).toEqual([
      'django ^4.2',
    ])
    expect(
      wanted(
        'go.mod',
        'module example.com/own\n\nrequire (\n\tgithub.com/a/b v1.2.3\n\tgithub.com/c/d v0.1.0 // indirect\n)\n',
      ),
    ).toEqual(['github.com/a/b 1.2.3'])
  })
})

test('what cannot be read says so', () => {
  expect(readDependencyFile('package-lock.json', '{"packages": {')).toMatchObject({
    locked: [],
    problem: 'package-lock.json could not be read',
  })
})

test('any text in any of these files is read or told, never thrown', () => {
  const names = [
    'package.json',
    'package-lock.json',
    'pnpm-lock.yaml',
    'yarn.lock',
    'Cargo.lock',
    'Cargo.toml',
    'poetry.lock',
    'Pipfile.lock',
    'requirements.txt',
    'go.sum',
    'go.mod',
    'pyproject.toml',
  ]
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '[[package]]',
      'name = "x"',
      'version = "1"',
      'packages:',
      '  /a/1.0.0:',
      'a@^1:',
      '  version "1"',
      '[project]',
      'dependencies = [',
      '{"packages":{"node_modules/a":{"version":1}}}',
      '{"dependencies":null}',
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(line, { maxLength: 30 }), (name, lines) => {
      const { locked } = readDependencyFile(name, lines.join('\n'))
      for (const one of locked) expect(purlOf(one)).toMatch(/^pkg:/)
    }),
    { numRuns: 300 },
  )
})

test('files are known by their names, wherever they are', () => {
  expect(['a/package.json', 'requirements-dev.txt', 'go.sum'].every(isDependencyFile)).toBe(true)
  expect(isLockFile('a/b/Cargo.lock')).toBe(true)
  expect(isDependencyFile('src/package.ts')).toBe(false)
})
