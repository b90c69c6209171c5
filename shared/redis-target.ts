/** How the servers that REDIS_URL names work together. */
export type RedisMode =
  | { kind: 'single' }
  | { kind: 'cluster' }
  /** The addresses are those of sentinels, which name the server that is the master now. */
  | { kind: 'sentinel'; master: string; password: string | undefined }

/** Where Redis is: one address, or several by commas where the mode is not `single`. */
export type RedisTarget = { url: string; mode: RedisMode }

export type RedisAddress = {
  host: string
  port: number | null
  username: string
  password: string
  db: number
  isTls: boolean
}

type RedisSettings = {
  REDIS_CLUSTER: boolean
  REDIS_SENTINEL_MASTER?: string | undefined
  REDIS_SENTINEL_PASSWORD?: string | undefined
}

/** How the settings say that the servers of REDIS_URL work together. */
export function redisModeOf(settings: RedisSettings): RedisMode {
  const master = settings.REDIS_SENTINEL_MASTER
  if (master !== undefined) return { kind: 'sentinel', master, password: settings.REDIS_SENTINEL_PASSWORD }
  return { kind: settings.REDIS_CLUSTER ? 'cluster' : 'single' }
}

/** Reads addresses by commas; those that are none are left out. User, password and database of the first one hold for all. */
export function redisAddresses(urls: string): RedisAddress[] {
  return urls.split(',').flatMap((one) => {
    const url = URL.parse(one.trim())
    if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return []
    return [
      {
        // An IPv6 address stands in brackets in a URL alone.
        host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port === '' ? null : Number(url.port),
        username: decoded(url.username),
        password: decoded(url.password),
        db: Number(/^\/(\d+)$/.exec(url.pathname)?.[1] ?? 0),
        isTls: url.protocol === 'rediss:',
      },
    ]
  })
}

/** What is wrong with the settings of Redis together, one line each. No line quotes an address, which may hold a password. */
export function redisMistakes(given: Record<string, string | undefined>): string[] {
  const url = given['REDIS_URL']
  const isCluster = /^(?:true|1)$/.test(given['REDIS_CLUSTER'] ?? '')
  const isSentinel = given['REDIS_SENTINEL_MASTER'] !== undefined
  const mistakes: string[] = []
  if (isCluster && isSentinel) mistakes.push('REDIS_CLUSTER  and REDIS_SENTINEL_MASTER exclude each other')
  if (given['REDIS_SENTINEL_PASSWORD'] !== undefined && !isSentinel)
    mistakes.push('REDIS_SENTINEL_PASSWORD  needs REDIS_SENTINEL_MASTER')
  if ((isCluster || isSentinel) && url === undefined)
    mistakes.push(`${isCluster ? 'REDIS_CLUSTER' : 'REDIS_SENTINEL_MASTER'}  needs REDIS_URL`)
  if (url === undefined) return mistakes
  if (!isCluster && !isSentinel) {
    if (/,\s*rediss?:\/\//.test(url))
      mistakes.push(
        'REDIS_URL  has several addresses; set REDIS_CLUSTER=true, or REDIS_SENTINEL_MASTER if they are sentinels',
      )
    return mistakes
  }
  const addresses = redisAddresses(url)
  if (addresses.length !== url.split(',').length)
    mistakes.push('REDIS_URL  is no list of redis:// or rediss:// addresses, separated by commas')
  if (isCluster && addresses.some(({ db }) => db !== 0))
    mistakes.push('REDIS_URL  names a database; a cluster has database 0 alone')
  return mistakes
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
