import { readdir, readFile } from 'node:fs/promises'

const FOLDER = new URL('../../../docs/', import.meta.url)

/** Documents for people who use or run the service, in the order of the index, with what each is about. */
export const GUIDES: readonly { title: string; names: readonly string[] }[] = [
  {
    title: 'Use it',
    names: ['quick-start', 'payments', 'errors', 'clients', 'webhooks', 'router', 'bundles', 'catalog', 'receipts'],
  },
  { title: 'Buy and sell', names: ['marketplace', 'jobs', 'seller-endpoints'] },
  {
    title: 'Run it',
    names: [
      'operating',
      'scaling',
      'runbooks',
      'settlement',
      'local-chains',
      'cards',
      'egress',
      'upstreams',
      'models',
      'mail',
      'faults',
      'performance',
    ],
  },
  {
    title: 'How it is made',
    names: [
      'architecture',
      'pages',
      'glossary',
      'invariants',
      'detection',
      'intelligence',
      'chain-reads',
      'site-scores',
      'payment-lints',
    ],
  },
]

/** A document: its name in the path, its title, and its Markdown. */
export type Document = { name: string; title: string; text: string }

let read: Promise<ReadonlyMap<string, Document>> | undefined

/** Every document of the repository's docs folder, read once. */
export const documents = (): Promise<ReadonlyMap<string, Document>> => (read ??= readAll())

async function readAll(): Promise<ReadonlyMap<string, Document>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.md') && !HIDDEN.has(file))
  const all = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      const name = file.slice(0, -3)
      return [name, { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }] as const
    }),
  )
  return new Map(all)
}

/** Records about the project itself. */
const HIDDEN: ReadonlySet<string> = new Set(['users-review.md'])
