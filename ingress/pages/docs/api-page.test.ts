import { afterEach, expect, test, vi } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { buildOpenapi } from '#ingress/discovery/openapi/build-openapi.ts'
import { BASE_URL, discoverySite } from '#test/support/fakes/discovery-site.ts'

type Path = readonly string[]
type Actions = Record<'updateJsonSpec' | 'updateResolvedSubtree', ReturnType<typeof vi.fn>>
type System = { specActions: Actions; specSelectors: { specResolvedSubtree: (path: Path) => unknown } }
type Wrapped = (original: () => void, system: System) => (path: Path) => void
type Options = {
  spec: { paths: Record<string, Record<string, unknown>> }
  plugins: { statePlugins: { spec: { wrapActions: Record<'parseToJson' | 'requestResolvedSubtree', Wrapped> } } }[]
}

afterEach(() => vi.unstubAllGlobals())

test('the API page reads the document itself: no reference is left, and nothing is read twice', async () => {
  const document = await buildOpenapi({ baseUrl: BASE_URL, catalog, routes: discoverySite().routes })
  const { spec, plugins } = await optionsFor(document)
  const [{ statePlugins } = expect.fail('no plugin')] = plugins
  const { parseToJson, requestResolvedSubtree } = statePlugins.spec.wrapActions
  const known = new Map<string, unknown>()
  const specActions: Actions = {
    updateJsonSpec: vi.fn(),
    updateResolvedSubtree: vi.fn((path: Path, value: unknown) => known.set(path.join(), value)),
  }
  const system: System = { specActions, specSelectors: { specResolvedSubtree: (path) => known.get(path.join()) } }

  parseToJson(() => expect.fail('read as YAML'), system)([])
  expect(specActions.updateJsonSpec).toHaveBeenCalledWith(spec)

  const resolve = requestResolvedSubtree(() => expect.fail('resolved by Swagger UI'), system)
  const operations = Object.entries(spec.paths).flatMap(([path, item]) => Object.keys(item).map((verb) => [path, verb]))
  for (const [path = '', verb = ''] of [...operations, ...operations]) resolve(['paths', path, verb])
  resolve(['components', 'securitySchemes'])
  expect(specActions.updateResolvedSubtree).toHaveBeenCalledTimes(operations.length + 1)
  for (const value of known.values()) expect(JSON.stringify(value)).not.toMatch(/"\$ref":"#/)
  expect(known.get('paths,/api/v1/outcomes/hash-text,post')).toMatchObject({
    parameters: expect.arrayContaining([expect.objectContaining({ name: 'Idempotency-Key', in: 'header' })]),
    responses: { 429: { headers: { 'Retry-After': { schema: { type: 'integer' } } } } },
    security: [{}, { ServiceKey: [] }, { DayPass: [] }],
  })
})

test('a reference that leads back into itself ends, and its escapes are read', async () => {
  const { plugins } = await optionsFor({
    paths: { '/a': { get: { schema: { $ref: '#/components/schemas/a~1b%20c' } } } },
    components: { schemas: { 'a/b c': { type: 'array', items: { $ref: '#/components/schemas/a~1b%20c' } } } },
  })
  const updateResolvedSubtree = vi.fn()
  const system: System = {
    specActions: { updateJsonSpec: vi.fn(), updateResolvedSubtree },
    specSelectors: { specResolvedSubtree: () => undefined },
  }
  plugins[0]?.statePlugins.spec.wrapActions.requestResolvedSubtree(() => undefined, system)(['paths', '/a', 'get'])
  expect(updateResolvedSubtree).toHaveBeenCalledWith(['paths', '/a', 'get'], {
    schema: { type: 'array', items: {} },
  })
})

/** What the page's script starts Swagger UI with, for a document. */
async function optionsFor(document: unknown): Promise<Options> {
  const start = vi.fn()
  const text = JSON.stringify(document)
  vi.stubGlobal('SwaggerUIBundle', Object.assign(start, { presets: { apis: [] } }))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('location', { origin: BASE_URL })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
    },
  )
  vi.stubGlobal('document', {
    documentElement: { classList: { toggle: () => undefined } },
    querySelector: () => ({ replaceChildren: () => expect.fail('the page shows an error') }),
    createElement: () => ({}),
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text)))
  vi.resetModules()
  const script = '../assets/api.js'
  await import(script)
  expect(start).toHaveBeenCalledTimes(1)
  // Safe: the script's own options.
  return start.mock.calls[0]?.[0] as Options
}
