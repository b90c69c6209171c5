/** A repository on one of the hosts that are read here. */
export type RepoRef = { host: RepoHostName; owner: string; name: string; url: string }
export type RepoHostName = 'github' | 'gitlab' | 'codeberg'

const HOSTS: Readonly<Record<string, RepoHostName>> = {
  'github.com': 'github',
  'www.github.com': 'github',
  'gitlab.com': 'gitlab',
  'codeberg.org': 'codeberg',
}
const SITES: Readonly<Record<RepoHostName, string>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  codeberg: 'https://codeberg.org',
}
const PART = /^[A-Za-z0-9_.-]{1,100}$/
/** Path segments that begin a page of a repository. What comes before is the project, which on GitLab may be nested. */
const PAGE = new Set(['-', 'tree', 'blob', 'commit', 'commits', 'issues', 'pull', 'releases', 'src', 'wiki', 'raw'])
const MOST_GROUPS = 6

/**
 * Reads the address of a repository as people and registries write it: a page inside it, `.git`, `git+https:`, `git:` and
 * `git@host:owner/name` are the same repository. Null for anything else.
 */
export function readRepoUrl(text: string): RepoRef | null {
  const plain = text
    .trim()
    .replace(/^git\+/i, '')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/i, 'https://$1/')
    .replace(/^git:\/\//i, 'https://')
  const url = plain.length > 500 ? null : URL.parse(plain)
  if (url === null || !/^https?:$/.test(url.protocol) || url.port !== '') return null
  const host = HOSTS[url.hostname]
  if (host === undefined) return null
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const end = host === 'gitlab' ? parts.findIndex((part, place) => place > 1 && PAGE.has(part)) : 2
  const project = parts.slice(0, end === -1 ? MOST_GROUPS : end).map((part) => part.replace(/\.git$/i, ''))
  const [name, ...groups] = project.toReversed()
  const isWhole = name !== undefined && groups.length > 0 && project.every(isPart)
  if (!isWhole) return null
  const owner = groups.toReversed().join('/')
  return { host, owner, name, url: `${SITES[host]}/${owner}/${name}` }
}

const isPart = (part: string) => PART.test(part) && !/^\.{1,2}$/.test(part)

/** Whether two URLs name one repository; hosts ignore case. */
export const isSameRepo = (one: RepoRef, other: RepoRef): boolean => one.url.toLowerCase() === other.url.toLowerCase()
