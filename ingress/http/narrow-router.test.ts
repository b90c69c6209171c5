import Router from '@koa/router'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { narrowRouter } from './narrow-router.ts'

const PATTERNS = [
  ['get', '/'],
  ['get', '/livez'],
  ['get', '/api/listings'],
  ['post', '/api/listings'],
  ['get', '/api/listings/:listing_id'],
  ['post', '/api/purchases/free/:listing_id'],
  ['get', '/api/purchases/:purchase_id'],
  ['get', '/:page'],
  ['get', '/api/:part'],
  ['get', '/files/{*rest}'],
  ['get', '/.well-known/x402'],
] as const

function routerOf(): Router {
  const router = new Router()
  const answer = () => {}
  for (const [method, path] of PATTERNS) router[method](path, answer)
  router.get(/^\/api\/.*\.json$/, answer)
  return router
}

const found = (router: Router, path: string, method: string) => {
  const { path: fitting, pathAndMethod, route } = router.match(path, method)
  const of = (layers: typeof fitting) => layers.map((layer) => `${layer.methods.join()} ${String(layer.path)}`)
  return { fitting: of(fitting), answering: of(pathAndMethod), route }
}

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'API',
    'listings',
    'Listings',
    'purchases',
    'free',
    'livez',
    'files',
    '.well-known',
    'x402',
    '',
  ),
  fc.constantFrom('a.json', 'lst_1', '%2F', 'ſ', '\u212A', ':page'),
)

test('a narrowed router finds what the router finds, for every path and method', () => {
  const [plain, narrowed] = [routerOf(), routerOf()]
  narrowRouter(narrowed)
  for (const [method, path] of PATTERNS) expect(found(narrowed, path, method), path).toEqual(found(plain, path, method))
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), fc.constantFrom('GET', 'post', 'PUT'), (segments, method) => {
      const path = `/${segments.join('/')}`
      expect(found(narrowed, path, method)).toEqual(found(plain, path, method))
    }),
  )
})

test('it tests the patterns that begin as the path does, and those that may begin with anything', () => {
  const router = routerOf()
  narrowRouter(router)
  const tested: string[] = []
  for (const layer of router.stack) {
    const match = layer.match.bind(layer)
    layer.match = (path) => (tested.push(String(layer.path)), match(path))
  }
  router.match('/api/purchases/free/lst_1', 'POST')
  expect(tested).toEqual([
    '/api/purchases/free/:listing_id',
    '/api/purchases/:purchase_id',
    '/:page',
    '/api/:part',
    '/files/{*rest}',
    String(/^\/api\/.*\.json$/),
  ])
})

test('a pattern that is registered later is found', () => {
  const router = routerOf()
  narrowRouter(router)
  expect(router.match('/later', 'GET').path).toHaveLength(1)
  router.get('/later', () => {})
  expect(router.match('/later', 'GET').path).toHaveLength(2)
})
