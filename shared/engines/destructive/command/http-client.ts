import { readCurl } from './curl.ts'
import type { Leaf } from './leaf.ts'
import { optionValues } from './option-values.ts'
import { overriddenMethod } from './sent-request.ts'
import type { SentRequest } from './sent-request.ts'
import { judgeWrite } from './write-paths.ts'

/** Programs that send one HTTP request, and how to read it from their words. */
const clients: Record<string, (leaf: Leaf) => SentRequest[]> = {
  curl: ({ argv }) => readCurl(argv),
  curlie: ({ argv }) => readCurl(argv),
  wget: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  httpie: httpie,
  'invoke-restmethod': powershell,
  'invoke-webrequest': powershell,
  irm: powershell,
  iwr: powershell,
}

/** Hands the request that a command line sends to the judge of requests. Says whether the command is such a client. */
export function judgeHttpClient(leaf: Leaf): boolean {
  const requests = requestsOf(leaf)
  if (requests === undefined) return false
  for (const request of requests)
    leaf.scan.doors.http(request, { via: [...leaf.place.via, leaf.args.command], depth: leaf.place.depth + 1 })
  for (const path of outputsOf(leaf))
    judgeWrite(leaf.scan, { path, cwd: leaf.cwd, appends: false }, leaf.segment, leaf.text)
  return true
}

function requestsOf(leaf: Leaf): SentRequest[] | undefined {
  const { command, words } = leaf.args
  if (Object.hasOwn(clients, command)) return clients[command]?.(leaf)
  const isApi = (command === 'gh' || command === 'glab') && words.includes('api')
  if (isApi) return hostingApi(leaf)
  return command === 'az' && words[0] === 'rest' ? azureRest(leaf) : undefined
}

/** Files that a client writes what it receives to. */
export const outputsOf = ({ args, argv }: Pick<Leaf, 'args' | 'argv'>): string[] =>
  optionValues(argv, args.command === 'wget' ? '-O|--output-document' : '-o|--output|-OutFile').filter(
    (path) => path !== '-',
  )

function wget({ args, argv }: Leaf): SentRequest[] {
  const posts = optionValues(argv, '--post-data|--post-file|--body-data|--body-file')
  const override = optionValues(argv, '--header')
    .map(overriddenMethod)
    .find((found) => found !== undefined)
  const method = override ?? optionValues(argv, '--method')[0]?.toUpperCase() ?? (posts.length > 0 ? 'POST' : 'GET')
  return args.words.map((url) => ({ method, url, body: posts[0] }))
}

function httpie({ args }: Leaf): SentRequest[] {
  const { words } = args
  const named = /^[A-Z]{3,8}$/i.test(words[0] ?? '') && words.length > 1
  const [url, ...items] = named ? words.slice(1) : words
  if (url === undefined) return []
  const override = items.map(overriddenMethod).find((found) => found !== undefined)
  const sends = items.some((item) => /^[^=:]+:?=/.test(item) && !item.includes('=='))
  const method = override ?? (named ? (words[0] ?? 'GET').toUpperCase() : sends ? 'POST' : 'GET')
  return [{ method, url, body: items.length > 0 ? items.join('&') : undefined }]
}

function powershell({ args, argv }: Leaf): SentRequest[] {
  const lower = argv.map((word) => (word.startsWith('-') ? word.toLowerCase() : word))
  const method = (optionValues(lower, '-method|-custommethod')[0] ?? 'GET').toUpperCase()
  const url = optionValues(lower, '-uri')[0] ?? args.words.find((word) => word.includes('/'))
  return url === undefined ? [] : [{ method, url, body: optionValues(lower, '-body')[0] }]
}

function hostingApi({ args, argv }: Leaf): SentRequest[] {
  const fields = optionValues(argv, '-f|-F|--field|--raw-field')
  const method = (optionValues(argv, '-X|--method')[0] ?? (fields.length > 0 ? 'POST' : 'GET')).toUpperCase()
  const url = args.words.slice(args.words.indexOf('api') + 1).find((word) => word.includes('/') || word === 'graphql')
  return url === undefined ? [] : [{ method, url, body: fields.length > 0 ? fields.join('&') : undefined }]
}

function azureRest({ argv }: Leaf): SentRequest[] {
  const method = (optionValues(argv, '-m|--method')[0] ?? 'GET').toUpperCase()
  return optionValues(argv, '-u|--url|--uri').map((url) => ({ method, url, body: optionValues(argv, '-b|--body')[0] }))
}
