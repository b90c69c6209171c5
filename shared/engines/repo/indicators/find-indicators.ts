import { findInjection } from '#shared/engines/page/find-injection.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'

import type { Manifest } from '../manifests/package-entry.ts'
import { type Indicator, isSample, lineAt, showLine, weighIndicator } from './indicator.ts'
import { BINARY, lifecycleRules, textRules } from './indicator.rules.ts'
import { typosquatOf } from './typosquat.ts'

/** Scripts that npm runs automatically when the package is installed as a dependency. */
const LIFECYCLE = ['preinstall', 'install', 'postinstall']
const MOST = 100
const MOST_SECRETS = 5
const NOTES =
  /(?:^|\/)(?:readme|agents|claude|copilot-instructions|skill|contributing)[\w.-]*\.(?:md|mdx|txt|rst)$|(?:^|\/)\.cursorrules$/i
const NOTE_CHARS = 20_000

export type ScannedText = { path: string; text: string }

/**
 * Finds indicators against a repository in its files, worst first. Runs in a worker thread, because the texts are
 * untrusted.
 */
export async function findIndicators(given: {
  texts: readonly ScannedText[]
  manifests: readonly Manifest[]
  /** Paths of all files. */
  paths: readonly string[]
}): Promise<Indicator[]> {
  const rank = ['critical', 'high', 'medium', 'low']
  const found = [
    ...given.manifests.flatMap(inScripts),
    ...given.texts.flatMap(inText),
    ...(await inNames(given.manifests)),
    ...given.paths
      .filter((path) => BINARY.test(path) && !isSample(path))
      .slice(0, 20)
      .map(asBinary),
  ]
  return found
    .map(weighIndicator)
    .toSorted((a, b) => rank.indexOf(a.severity) - rank.indexOf(b.severity))
    .slice(0, MOST)
}

function inScripts({ path, scripts }: Manifest): Indicator[] {
  return LIFECYCLE.flatMap((name): Indicator[] => {
    const script = scripts[name]
    if (script === undefined || script === '') return []
    const rule = lifecycleRules.find(({ pattern }) => pattern.test(script.slice(0, 2_000)))
    const excerpt = showLine(`${name}: ${script}`)
    if (rule !== undefined)
      return [{ code: rule.code, path, line: null, excerpt, severity: rule.severity, message: rule.message }]
    const message = 'A script runs by itself when the package is installed.'
    return [{ code: 'install_script', path, line: null, excerpt, severity: 'low', message }]
  })
}

function inText({ path, text }: ScannedText): Indicator[] {
  const signs = textRules.flatMap((rule): Indicator[] => {
    const match = rule.files.test(path) ? rule.pattern.exec(text) : null
    if (match === null) return []
    const { code, severity, message } = rule
    return [{ code, path, line: lineAt(text, match.index), excerpt: showLine(match[0]), severity, message }]
  })
  const secrets = findSecrets(text, { maxFindings: 50 })
    .filter(({ confidence }) => confidence === 'high')
    .slice(0, MOST_SECRETS)
    .map(({ rule_id: rule, start, preview, provider }): Indicator => ({
      code: 'committed_secret',
      path,
      line: lineAt(text, start),
      excerpt: `${rule} ${preview}`,
      severity: 'high',
      message: `A credential (${provider}) stands in the open.`,
    }))
  const orders = NOTES.test(path)
    ? findInjection(text.slice(0, NOTE_CHARS), [])
        .filter(({ severity }) => severity === 'high')
        .slice(0, 3)
        .map(({ rule, excerpt }): Indicator => ({
          code: 'prompt_injection_text',
          path,
          line: null,
          excerpt: showLine(excerpt),
          severity: 'medium',
          message: `A text gives orders to whichever model reads it (${rule}).`,
        }))
    : []
  return [...signs, ...secrets, ...orders]
}

async function inNames(manifests: readonly Manifest[]): Promise<Indicator[]> {
  const found: Indicator[] = []
  for (const { ecosystem, name, path, range } of manifests.flatMap(({ wanted }) => wanted)) {
    if (found.length >= 20) break
    const near = await typosquatOf(ecosystem, name)
    if (near !== null) {
      const message = `The name of this dependency is one letter off ${near}.`
      found.push({
        code: 'typosquat_dependency',
        path,
        line: null,
        excerpt: `${name} ${range}`.slice(0, 160),
        severity: 'high',
        message,
      })
    }
    if (/^(?:git\+|git:|https?:|github:)/i.test(range) && !/[0-9a-f]{40}/i.test(range)) {
      const message = 'This dependency comes from a place that can change its content.'
      found.push({
        code: 'unpinned_source',
        path,
        line: null,
        excerpt: showLine(`${name} ${range}`),
        severity: 'medium',
        message,
      })
    }
  }
  return found
}

const asBinary = (path: string): Indicator => ({
  code: 'binary_blob',
  path,
  line: null,
  excerpt: path.slice(-160),
  severity: 'medium',
  message: 'A compiled file that nobody can read stands among the sources.',
})
