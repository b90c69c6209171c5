import type { SkillFile } from './skill-file.ts'

const signs: readonly [capability: string, pattern: RegExp][] = [
  ['shell', /\b(?:subprocess|os\.system|os\.popen|child_process|execSync|spawnSync|Deno\.Command|Bun\.spawn)\b/],
  [
    'network',
    /\b(?:requests\.|httpx\.|urllib|urlopen|aiohttp|fetch\(|axios|curl |wget |socket\.|http\.client|XMLHttpRequest|websocket)/,
  ],
  [
    'write_files',
    /\bopen\([^)\n]{0,200}["'][wax]b?\+?["']|\b(?:writeFile|writeFileSync|appendFile|shutil\.(?:copy|move)|Path\([^)\n]{0,120}\)\.write_|os\.(?:rename|remove|unlink|makedirs))|(?:^|\s)>>?\s*[\w./~$-]{2,}|\b(?:tee|cp|mv|mkdir|touch|rm) /m,
  ],
  [
    'read_files',
    /\bopen\(|\b(?:readFile|readFileSync|read_text|read_bytes|glob\.|os\.walk|Path\()|\b(?:cat|grep|find|ls) /,
  ],
  ['env', /\bos\.environ|\bos\.getenv|\bprocess\.env\b|\$\{?[A-Z][A-Z0-9_]{3,}\}?/],
  ['install', /\b(?:pip3?|npm|pnpm|yarn|brew|apt(?:-get)?|cargo|gem|go) (?:install|add|i)\b|\bnpx |\buvx /],
  ['browser', /\b(?:playwright|puppeteer|selenium|webdriver|chromium)\b/],
]

const granted: readonly [pattern: RegExp, capabilities: readonly string[]][] = [
  [
    /^(?:bash|shell|terminal|run_?command|execute|powershell)/i,
    ['shell', 'network', 'write_files', 'read_files', 'env', 'install'],
  ],
  [/^(?:web_?fetch|web_?search|fetch|http|network|browser?|internet)/i, ['network', 'browser']],
  [/^(?:write|edit|multi_?edit|notebook_?edit|filesystem|file_?write)/i, ['write_files', 'read_files']],
  [/^(?:read|grep|glob|ls|file_?read|search)/i, ['read_files']],
  [/^(?:env|environment)/i, ['env']],
  [/^(?:install|packages?)/i, ['install', 'network']],
]

/** What the code of a skill does, by the calls it makes. */
export function observedCapabilities(files: readonly SkillFile[]): string[] {
  const programs = files.filter(({ kind }) => kind === 'shell' || kind === 'python' || kind === 'javascript')
  const found = new Set(
    programs.flatMap(({ text }) => signs.filter(([, pattern]) => pattern.test(text)).map(([capability]) => capability)),
  )
  if (programs.some(({ kind }) => kind === 'shell')) found.add('shell')
  return [...found].toSorted()
}

/** What tools and permissions allow; null when nothing was declared. */
export function declaredCapabilities(tools: readonly string[], permissions: readonly string[]): string[] | null {
  const all = [...tools, ...permissions]
  if (all.length === 0) return null
  return [
    ...new Set(all.flatMap((tool) => granted.find(([pattern]) => pattern.test(tool))?.[1] ?? [tool.toLowerCase()])),
  ].toSorted()
}
