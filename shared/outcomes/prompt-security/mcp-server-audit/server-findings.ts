import { ruleOfScope } from '#shared/engines/capability/scope-effects.ts'
import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { assessDestructive } from '#shared/engines/destructive/assess.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { isPlaceholder } from '#shared/engines/secrets/is-placeholder.ts'
import { kindOf } from '#shared/engines/secrets/named-values.ts'
import type { McpFinding } from '#shared/engines/mcp/mcp-verdict.ts'
import { finding } from '#shared/engines/mcp/report.ts'
import { scanTexts } from '#shared/engines/mcp/scan-texts.ts'

const item = 'server'
const remoteScript =
  /\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,300}(?:\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\|\s*(?:python|node|iex)\b|-o\s*\S+\s*(?:&&|;)\s*(?:ba)?sh)|\b(?:ba)?sh\s+<\(\s*(?:curl|wget)|\biex\s*\(|base64\s+(?:-d|--decode)[^\n]{0,80}\|\s*(?:ba)?sh/i
const runners = /^(?:.*[\\/])?(?:npx|bunx|pnpx|uvx|pipx)(?:\.cmd)?$/i

/** What a server's own description shows: how it is started, reached and protected. */
export function serverFindings(sent: unknown, root: string): McpFinding[] {
  const server = objectOr(sent)
  const found = scanTexts({ instructions: server['instructions'], name: server['name'] }, item, root)
  const command = textOr(server['command']) ?? ''
  const args = Array.isArray(server['args']) ? server['args'].filter((one) => typeof one === 'string') : []
  const line = [command, ...args].join(' ').slice(0, 8_000)
  if (remoteScript.test(line)) found.push(finding('remote_script', { item, path: `${root}/command`, excerpt: line }))
  else if (line.trim() !== '' && isDestructive(line))
    found.push(finding('destructive_command', { item, path: `${root}/command`, excerpt: line }))
  found.push(...packageFindings(command, args, textOr(server['package']), root))
  found.push(...secretFindings(server, args, root))
  found.push(...transportFindings(server, root))
  for (const [index, scope] of scopesOf(server).entries()) {
    const risk = ruleOfScope(scope)?.risk ?? 0
    if (risk >= 90) found.push(finding('wildcard_scope', { item, path: `${root}/scopes/${index}`, excerpt: scope }))
    else if (risk >= 70) found.push(finding('broad_scope', { item, path: `${root}/scopes/${index}`, excerpt: scope }))
  }
  return found
}

const scopesOf = (server: Record<string, unknown>): string[] =>
  [server['scopes'], server['scope']].flatMap((one) =>
    typeof one === 'string'
      ? one.split(/[\s,]+/)
      : Array.isArray(one)
        ? one.filter((scope) => typeof scope === 'string')
        : [],
  )

function isDestructive(line: string): boolean {
  const { severity } = assessDestructive({ action: line })
  return severity === 'critical' || severity === 'high'
}

/** `npx name` fetches whatever is newest; so does `uvx name`, and an image without a digest or a fixed tag. */
function packageFindings(
  command: string,
  args: readonly string[],
  named: string | undefined,
  root: string,
): McpFinding[] {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const name =
    named ??
    (runners.test(command)
      ? words[0]
      : /(?:^|[\\/])docker$/.test(command)
        ? words.find((word) => word !== 'run' && /[a-z]/.test(word) && !word.includes('='))
        : undefined)
  if (name === undefined) return []
  const place = { item, path: named === undefined ? `${root}/args` : `${root}/package`, excerpt: name }
  if (/^(?:git\+|https?:|github:|git:|ssh:)/i.test(name))
    return /[0-9a-f]{40}/i.test(name) ? [] : [finding('package_from_url', place)]
  if (/(?:^|[\\/])docker$/.test(command))
    return /@sha256:|:\d+\.\d+/.test(name) ? [] : [finding('unpinned_package', place)]
  const isPinned = /^(?:@[^/]+\/)?[^@]+@\d+\.\d+\.\d+[\w.+-]*$/.test(name) || /==\d+\.\d+/.test(name)
  return isPinned ? [] : [finding('unpinned_package', place)]
}

function secretFindings(server: Record<string, unknown>, args: readonly string[], root: string): McpFinding[] {
  const found: McpFinding[] = []
  for (const [name, value] of Object.entries(objectOr(server['env'])).slice(0, 200)) {
    if (typeof value !== 'string' || value === '' || isPlaceholder(value) || /^\$\{?\w+\}?$/.test(value)) continue
    const known = findSecrets(value, { name }).find(({ confidence }) => confidence !== 'low')
    if (known === undefined && !(kindOf(name) !== null && value.length >= 8 && kindOf(name) !== 'key')) continue
    found.push(
      finding('secret_in_env', {
        item,
        path: `${root}/env/${name.slice(0, 80)}`,
        excerpt: known === undefined ? name : `${known.rule_id} ${known.preview}`,
      }),
    )
  }
  const line = args.join(' ')
  for (const one of findSecrets(line)) {
    if (one.confidence !== 'low')
      found.push(finding('secret_in_env', { item, path: `${root}/args`, excerpt: `${one.rule_id} ${one.preview}` }))
  }
  return found
}

function transportFindings(server: Record<string, unknown>, root: string): McpFinding[] {
  const found: McpFinding[] = []
  const url = textOr(server['url']) ?? ''
  const transport = textOr(server['transport'])?.toLowerCase() ?? (url === '' ? '' : 'http')
  const auth = textOr(server['auth'])?.toLowerCase()
  const isRemote = transport === 'http' || transport === 'sse' || transport === 'streamable-http' || url !== ''
  const isLocal = /^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(url)
  if (isRemote && auth === 'none')
    found.push(
      finding('no_auth', {
        item,
        path: `${root}/auth`,
        excerpt: url,
        ...(isLocal ? { severity: 'medium' as const } : {}),
      }),
    )
  if (isRemote && /^http:\/\//i.test(url) && !isLocal)
    found.push(finding('no_tls', { item, path: `${root}/url`, excerpt: url }))
  if (isRemote && auth === 'bearer') found.push(finding('static_bearer', { item, path: `${root}/auth` }))
  if (transport === 'sse') found.push(finding('deprecated_transport', { item, path: `${root}/transport` }))
  return found
}
