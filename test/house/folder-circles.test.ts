import { expect, test } from 'vitest'

import { importsOf, sourceFiles } from './source-files.ts'

/**
 * Pairs of folders that import each other on purpose: this direction of each pair is not counted. Everything else runs one
 * way: surface → call → http, catalog → outcomes → engines → doors → lib.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  'shared/doors → shared/outcomes': 'a type: the compute door answers by the list of what runs in threads',
  'shared/outcomes → shared/catalog': 'three outcomes sell answers about the catalog, which they load when they run',
  'shared/market/listings → shared/market/auctions': 'a listing and its auction are written in one transaction',
  'shared/market/purchases → shared/market/cards': 'a refund is asked for by its rail, and a card holds a share back',
  'shared/market/purchases → shared/market/resale':
    'a sale locks the offer that it buys, and a purchase is shown with what became of its offer',
  'shared/market/resale → shared/market/cards': 'what was paid by card is sold on once the card may be trusted',
  'shared/market/purchases → shared/market/wraps':
    'a purchase is read by whoever holds its licence, and shown with what became of its token',
  'shared/market/licenses → shared/market/wraps': 'the document of a licence names who holds it',
  'shared/market/solana → shared/market/cards':
    'a payment on Solana takes the place of the card that paid the same win',
  'shared/db → shared/entities.ts': 'an EntityManager knows every entity',
  'shared/db → shared/market/auctions': 'npm run migrate creates the functions that the auction rules are',
  'shared/market/listings → shared/market/media': 'a listing is shown with its pictures',
  'shared/market/listings → shared/market/vetting': 'a listing is shown with what the scanners found',
  'shared/market/users → shared/market/agents': 'a user is shown with the agent it is',
  'shared/market/quotas → shared/market/users': 'what an account may store depends on its age',
  'shared/market/texts → shared/market/listings': 'the thread loads what it runs, and listings call the thread',
  'shared/market/texts → shared/market/endpoints': 'the thread loads what it runs, and publishing an endpoint calls it',
  'ingress/deps.ts → ingress/call':
    'types: one list of all that is built at the start, of which each part picks its own',
  'ingress/deps.ts → ingress/ops': 'as above',
}

/** Folders with parts that are subjects of their own. */
const DEEP = /^shared\/(?:market|money|store|engines)\//
const isTest = (path: string) => path.endsWith('.test.ts')

/** The folder a file counts for; a file at the root of an area counts for itself. */
function folderOf(path: string): string {
  const parts = path.split('/')
  return parts.slice(0, DEEP.test(path) ? 3 : 2).join('/')
}

test('dependencies between folders run one way, or are named here with a reason', () => {
  const files = sourceFiles(['ingress', 'workers', 'shared']).filter((path) => !isTest(path))
  const edges = files.flatMap((path) =>
    importsOf(path)
      .filter(({ target }) => /^(?:ingress|workers|shared)\//.test(target) && folderOf(target) !== folderOf(path))
      .map(({ target }) => {
        const [from, to] = [folderOf(path), folderOf(target)]
        return { from, to, pair: `${from} → ${to}`, edge: `${path} → ${target}` }
      }),
  )
  const pairs = new Set(edges.map(({ pair }) => pair))
  expect(Object.keys(ALLOWED).filter((pair) => !pairs.has(pair))).toEqual([])
  const counted = edges.filter(({ pair }) => !Object.hasOwn(ALLOWED, pair))
  const next = Map.groupBy(counted, ({ from }) => from)
  const reaches = (from: string, goal: string): boolean => {
    const seen = new Set<string>()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === goal) return true
      if (seen.has(at)) continue
      seen.add(at)
      open.push(...(next.get(at) ?? []).map(({ to }) => to))
    }
    return false
  }
  const inCircles = counted.filter(({ from, to }) => reaches(to, from)).map(({ edge }) => edge)
  expect(inCircles).toEqual([])
})
