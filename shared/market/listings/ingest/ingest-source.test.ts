import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { ingestSource } from './ingest-source.ts'
import { CreateListing } from '../listing-fields.ts'
import { SOURCE_TYPES, type SourceType } from './source-types.ts'

describe('an MCP server', () => {
  test('of a client’s configuration keeps the names of its settings and none of their values', () => {
    const content = JSON.stringify({
      mcpServers: { 'git-tools': { command: 'npx', args: ['-y', 'git-tools'], env: { GIT_TOKEN: 'not-to-be-seen' } } },
    })
    const ingested = ingestSource('mcp_server_json', content)
    expect(ingested.draft).toMatchObject({ title: 'git tools', listing_kind: 'mcp_server', tags: ['mcp'] })
    expect(ingested.draft.tech_stack).toContain('node')
    expect(ingested.draft.content).toContain('"GIT_TOKEN": ""')
    expect(JSON.stringify(ingested)).not.toContain('not-to-be-seen')
  })

  test('of a registry or a list of tools says what it offers', () => {
    const server = {
      name: 'io.example/weather',
      description: 'Weather.',
      packages: [{ registryType: 'pypi', identifier: 'weather' }],
    }
    expect(ingestSource('mcp_server_json', JSON.stringify(server)).draft).toMatchObject({
      title: 'weather',
      summary: 'Weather.',
      description: expect.stringContaining('pypi: weather'),
    })
    const listed = { serverInfo: { name: 'weather' }, tools: [{ name: 'forecast', description: 'Tomorrow.' }] }
    expect(ingestSource('mcp_server_json', JSON.stringify(listed)).draft.description).toContain('forecast: Tomorrow.')
  })
})

describe('an OpenAPI document', () => {
  test.each([
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', description: 'All pets. And more.' },
      paths: { '/pets': { get: { summary: 'List' } } },
    }),
    'openapi: 3.1.0\ninfo:\n  title: Pets\n  description: All pets. And more.\npaths:\n  /pets:\n    get:\n      summary: List\n',
  ])('as JSON or YAML names its operations', (content) => {
    const { draft, detected } = ingestSource('openapi', content)
    expect(detected.kind).toBe('api')
    expect(draft).toMatchObject({ title: 'Pets', summary: 'All pets.' })
    expect(draft.description).toContain('- `GET /pets` List')
  })
})

test('YAML that would take long is refused, and broken JSON is not read as YAML', () => {
  const msg = expect.stringContaining('this is no JSON, and YAML is read up to 100000 characters')
  const long = `openapi: 3.1.0\ninfo: {title: A}\n# ${'x'.repeat(100_000)}\n`
  for (const content of ['{"a":'.repeat(1_000), long])
    expect(endOf(() => ingestSource('openapi', content))).toMatchObject({
      code: 'validation_error',
      detail: { detail: [{ msg }] },
    })
})

test('a text gives its heading and first paragraph; what is for sale is not made public', () => {
  const { draft } = ingestSource('markdown', '# A **bold** plan\n\nIt writes code.\n\n## More\n\nText')
  expect(draft).toMatchObject({ title: 'A bold plan', summary: 'It writes code.', category: 'coding' })
  const skill = ingestSource('skill_md', '---\nname: a-b\ndescription: D.\n---\n# Head\nSold text')
  expect(skill.draft.description).not.toContain('Sold text')
})

test('a credential in a source is told and left out', () => {
  const key = ['sk', 'live', '51Hq8ZrJk2LmN3oPq4RsT5uVw6XyZ7aBc'].join('_')
  const ingested = ingestSource('skill_md', `---\nname: pay\ndescription: Pays with ${key}.\n---\nUse ${key}`)
  expect(ingested.detected.secrets_found).not.toEqual([])
  expect(JSON.stringify(ingested)).not.toContain(key)
})

const source = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.json(),
  fc
    .record({ mcpServers: fc.dictionary(fc.string(), fc.jsonValue()), tools: fc.array(fc.jsonValue()) })
    .map((one) => JSON.stringify(one)),
  fc
    .record({
      openapi: fc.string(),
      info: fc.record({ title: fc.string({ unit: 'binary' }), description: fc.jsonValue() }),
      paths: fc.dictionary(fc.string(), fc.jsonValue()),
    })
    .map((one) => JSON.stringify(one)),
  fc.string({ unit: 'binary' }).map((text) => `---\nname: ${text}\ndescription: |\n  ${text}\n---\n${text}`),
)

test('any source is refused or becomes a draft that a listing takes', () => {
  fc.assert(
    fc.property(fc.constantFrom<SourceType[]>(...SOURCE_TYPES), source, (type, content) => {
      const answer = endOf(() => ingestSource(type, content))
      if (answer instanceof Refusal) return
      const parsed = CreateListing.safeParse(Object(answer).draft)
      expect(parsed.error?.issues ?? [], content).toEqual([])
    }),
    { numRuns: 300 },
  )
})

/** What a function answers or throws. */
function endOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
