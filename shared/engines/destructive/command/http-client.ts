import { judgeWrite } from './write-paths.ts'
import type { Leaf } from './leaf.ts'
import { optionValues } from './option-values.ts'

type Request = { method: string; url: string; body: string | undefined }

/** Programs that send one HTTP request, and how to read it from their words. */
const clients: Record<string, (leaf: Leaf) => Request[]> = {
  curl: curl,
  curlie: curl,
  'curl.exe': curl,
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
  for (const request of requests) leaf.scan.doors.http(request, { via: [...leaf.place.via, leaf.args.command], depth: leaf.place.depth + 1 })
  for (const path of outputsOf(leaf)) judgeWrite(leaf.scan, { path, cwd: leaf.cwd, appends: false }, leaf.segment, leaf.text)
  return true
}

function requestsOf(leaf: Leaf): Request[] | undefined {
  const { command, words } = leaf.args
  if (Object.hasOwn(clients, command)) return clients[command]?.(leaf)
  const isApi = (command === 'gh' || command === 'glab') && words.includes('api')
  if (isApi) return hostingApi(leaf)
  return command === 'az' && words[0] === 'rest' ? azureRest(leaf) : undefined
}

/** Files that a client writes what it receives to. */
export const outputsOf = ({ args, argv }: Pick<Leaf, "args" | "argv">): string[] =>
  optionValues(argv, args.command === 'wget' ? '-O|--output-document' : '-o|--output|-OutFile').filter((path) => path !== '-')

const curlValues = 'XdHoTuAebcFKmxwUErYyztQCDP'

function curl({ argv }: Leaf): Request[] {
  let method: string | undefined
  let override: string | undefined
  let sendsData = false
  let get = false
  const urls: string[] = []
  const bodies: string[] = []
  const take = (name: string, value: string) => {
    if (name === 'X' || name === 'request') method = value.replace(/^["']|["']$/g, '').toUpperCase()
    if (name === 'H' || name === 'header') override ??= overridden(value)
    if (name === 'url') urls.push(value)
    if (name === 'd' || name === 'F' || name === 'json' || name.startsWith('data') || name.startsWith('form')) {
      sendsData = true
      bodies.push(value)
    }
    if (name === 'T' || name === 'upload-file') method ??= 'PUT'
  }
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const long = /^--([a-z0-9.-]+)(?:=([\s\S]*))?$/.exec(word)
    if (long !== null) {
      const name = long[1] ?? ''
      if (name === 'get') get = true
      if (name === 'head') method ??= 'HEAD'
      const takes = /^(?:request|header|url|json|data.*|form.*|output|upload-file|user|user-agent|referer|cookie|cookie-jar|config|max-time|proxy.*|write-out|cert.*|key.*|cacert|capath|connect-timeout|retry.*|resolve|interface|range|limit-rate|aws-sigv4|oauth2-bearer|unix-socket|variable)$/.test(name)
      if (!takes) continue
      take(name, long[2] ?? argv[at + 1] ?? '')
      if (long[2] === undefined) at += 1
      continue
    }
    if (!/^-[A-Za-z]/.test(word)) {
      urls.push(word)
      continue
    }
    const letter = [...word.slice(1)].findIndex((one) => curlValues.includes(one))
    if (word.slice(1, letter < 0 ? undefined : letter + 1).includes('G')) get = true
    if (word.slice(1, letter < 0 ? undefined : letter + 1).includes('I')) method ??= 'HEAD'
    if (letter < 0) continue
    const attached = word.slice(letter + 2)
    take(word[letter + 1] ?? '', attached === '' ? (argv[at + 1] ?? '') : attached)
    if (attached === '') at += 1
  }
  const used = override ?? method ?? (sendsData && !get ? 'POST' : 'GET')
  return urls.map((url) => ({ method: used, url, body: bodies.length > 0 ? bodies.join('&') : undefined }))
}

const overridden = (header: string) => /^x-(?:http-)?method(?:-override)?\s{0,4}:\s{0,4}([a-z]+)/i.exec(header)?.[1]?.toUpperCase()

function wget({ args, argv }: Leaf): Request[] {
  const posts = optionValues(argv, '--post-data|--post-file|--body-data|--body-file')
  const override = optionValues(argv, '--header').map(overridden).find((found) => found !== undefined)
  const method = override ?? optionValues(argv, '--method')[0]?.toUpperCase() ?? (posts.length > 0 ? 'POST' : 'GET')
  return args.words.map((url) => ({ method, url, body: posts[0] }))
}

function httpie({ args }: Leaf): Request[] {
  const { words } = args
  const named = /^[A-Z]{3,8}$/i.test(words[0] ?? '') && words.length > 1
  const [url, ...items] = named ? words.slice(1) : words
  if (url === undefined) return []
  const override = items.map(overridden).find((found) => found !== undefined)
  const sends = items.some((item) => /^[^=:]+:?=/.test(item) && !item.includes('=='))
  const method = override ?? (named ? (words[0] ?? 'GET').toUpperCase() : sends ? 'POST' : 'GET')
  return [{ method, url, body: items.length > 0 ? items.join('&') : undefined }]
}

function powershell({ args, argv }: Leaf): Request[] {
  const lower = argv.map((word) => (word.startsWith('-') ? word.toLowerCase() : word))
  const method = (optionValues(lower, '-method|-custommethod')[0] ?? 'GET').toUpperCase()
  const url = optionValues(lower, '-uri')[0] ?? args.words.find((word) => word.includes('/'))
  return url === undefined ? [] : [{ method, url, body: optionValues(lower, '-body')[0] }]
}

function hostingApi({ args, argv }: Leaf): Request[] {
  const fields = optionValues(argv, '-f|-F|--field|--raw-field')
  const method = (optionValues(argv, '-X|--method')[0] ?? (fields.length > 0 ? 'POST' : 'GET')).toUpperCase()
  const url = args.words.slice(args.words.indexOf('api') + 1).find((word) => word.includes('/') || word === 'graphql')
  return url === undefined ? [] : [{ method, url, body: fields.length > 0 ? fields.join('&') : undefined }]
}

function azureRest({ argv }: Leaf): Request[] {
  const method = (optionValues(argv, '-m|--method')[0] ?? 'GET').toUpperCase()
  return optionValues(argv, '-u|--url|--uri').map((url) => ({ method, url, body: optionValues(argv, '-b|--body')[0] }))
}
