import { typosquatOf } from '#shared/engines/repo/indicators/typosquat.ts'
import { lineOf, type SkillFile } from './skill-file.ts'
import type { SkillFinding } from '#shared/engines/skill/skill-verdict.ts'

type Ecosystem = 'pypi' | 'npm'
type Dependency = { ecosystem: Ecosystem; name: string; spec: string; line: number }

const MAX_DEPENDENCIES = 500

/** What a skill installs: manifests, and install commands in its instructions and scripts. */
export async function dependencyFindings(file: SkillFile): Promise<SkillFinding[]> {
  const found: SkillFinding[] = []
  for (const { ecosystem, name, spec, line } of dependenciesIn(file).slice(0, MAX_DEPENDENCIES)) {
    const place = { path: file.path, line, excerpt: `${name}${spec === '' ? '' : ` ${spec}`}`.slice(0, 160) }
    const near = await typosquatOf(ecosystem === 'pypi' ? 'PyPI' : 'npm', name.toLowerCase())
    if (near !== null)
      found.push({
        ...place,
        rule_id: 'supply.typosquat',
        category: 'supply_chain',
        severity: 'high',
        why: `The name is one letter off ${near}.`,
        fix: `Check that ${name} is meant and not ${near}.`,
      })
    if (/^(?:git\+|git:|https?:|github:|file:\.\.)/i.test(spec) || /^(?:git\+|https?:)/i.test(name)) {
      if (!/[0-9a-f]{40}/i.test(spec + name))
        found.push({
          ...place,
          rule_id: 'supply.from-url',
          category: 'supply_chain',
          severity: 'medium',
          why: 'The dependency comes from a place that can change its content.',
          fix: 'Pin a commit, or use a released version of a registry.',
        })
    } else if (!isPinned(spec, ecosystem))
      found.push({
        ...place,
        rule_id: 'supply.unpinned',
        category: 'supply_chain',
        severity: 'low',
        why: 'Whatever is newest when it runs is installed.',
        fix: 'Pin an exact version.',
      })
  }
  if (/(?:^|\/)package\.json$/.test(file.path)) {
    const hook = /"(?:pre|post)?install"\s*:\s*"([^"\n]{1,300})"/.exec(file.text)
    if (hook !== null)
      found.push({
        path: file.path,
        line: lineOf(file.text, hook.index),
        excerpt: file.shown.slice(hook.index, hook.index + hook[0].length).slice(0, 160),
        rule_id: 'supply.install-script',
        category: 'supply_chain',
        severity: 'high',
        why: 'A script runs by itself when the package is installed.',
        fix: 'Read the script; install with scripts off.',
      })
  }
  return found
}

function dependenciesIn({ path, text, kind }: SkillFile): Dependency[] {
  if (/requirements[\w.-]*\.txt$/i.test(path)) {
    return text.split('\n').flatMap((sent, index): Dependency[] => {
      const line = sent.replace(/#.*$/, '').trim()
      const match = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]{0,80}\])?\s*([^;]{0,200})/.exec(line)
      if (line.startsWith('-') || match === null) return []
      return [
        {
          ecosystem: 'pypi',
          name: match[1] ?? '',
          spec: (match[2] ?? '').trim().replace(/^@\s*/, ''),
          line: index + 1,
        },
      ]
    })
  }
  if (/(?:^|\/)package\.json$/.test(path)) return packageJson(text)
  const commands = kind === 'markdown' || kind === 'shell' || kind === 'text' ? installCommands(text) : []
  return commands
}

function packageJson(text: string): Dependency[] {
  const found: Dependency[] = []
  for (const block of text.matchAll(
    /"(?:dependencies|devDependencies|optionalDependencies|peerDependencies)"\s*:\s*\{([^{}]{0,20000})\}/g,
  )) {
    for (const [, name = '', spec = ''] of (block[1] ?? '').matchAll(/"([@\w./-]{1,200})"\s*:\s*"([^"\n]{0,300})"/g)) {
      if (found.length >= MAX_DEPENDENCIES) return found
      found.push({ ecosystem: 'npm', name, spec, line: lineOf(text, block.index) })
    }
  }
  return found
}

function installCommands(text: string): Dependency[] {
  const found: Dependency[] = []
  const add = (ecosystem: Ecosystem, words: string, index: number) => {
    for (const word of words.trim().split(/\s+/)) {
      const match =
        ecosystem === 'pypi'
          ? /^["']?([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?((?:[=<>~!]=?[^"'\s]+)?)["']?$/.exec(word)
          : /^((?:@[\w.-]+\/)?[\w.-]+)(?:@(.+))?$/.exec(word)
      if (word.startsWith('-') || match === null || word.length > 120 || /^[./]/.test(word)) continue
      if (found.length >= MAX_DEPENDENCIES) return
      found.push({ ecosystem, name: match[1] ?? '', spec: match[2] ?? '', line: lineOf(text, index) })
    }
  }
  for (const { 1: words = '', index } of text.matchAll(
    /\b(?:pip3?|uv pip|pipx)\s+install\s+((?:(?!&&|\|\||;|[`)\n#]).){1,300})/g,
  ))
    if (!/(?:^|\s)-[re]\b|--requirement/.test(words)) add('pypi', words, index)
  for (const { 1: words = '', index } of text.matchAll(
    /\b(?:npm\s+(?:install|i|add)|pnpm\s+add|yarn\s+add|npx|bunx)\s+((?:(?!&&|\|\||;|[`)\n#]).){1,300})/g,
  ))
    add('npm', words.replace(/^(-\S+\s+)*(\S+).*/s, /npx|bunx/.test(text.slice(index, index + 5)) ? '$2' : '$&'), index)
  return found
}

function isPinned(spec: string, ecosystem: Ecosystem): boolean {
  if (ecosystem === 'pypi') return /^(?:===?|~=)\s*\d/.test(spec)
  return /^v?\d+\.\d+\.\d+(?:[-+][\w.-]+)?$/.test(spec)
}
