import { type Indicator, lineAt, showLine } from './indicator.ts'

export type WorkflowFacts = {
  files: number
  /** `uses:` of other repositories, and how many of them name a commit. */
  uses: number
  pinned: number
  /** Files that say what their token may do. */
  withPermissions: number
  /** Files that may write everything. */
  writeAll: readonly string[]
  indicators: readonly Indicator[]
}

const MOST_USES = 500

/** Reads how GitHub Actions workflows use outside changes, tokens and third-party actions. Never throws. */
export function readWorkflows(files: readonly { path: string; text: string }[]): WorkflowFacts {
  const facts = { uses: 0, pinned: 0, withPermissions: 0 }
  const writeAll: string[] = []
  const indicators: Indicator[] = []
  for (const { path, text } of files) {
    for (const [, used = ''] of [...text.matchAll(/^\s{0,40}(?:-\s{1,4})?uses:\s{1,4}["']?([^\s"'#]{1,200})/gm)].slice(
      0,
      MOST_USES,
    )) {
      if (used.startsWith('./') || used.startsWith('docker://')) continue
      facts.uses += 1
      if (/@[0-9a-f]{40}$/.test(used)) facts.pinned += 1
    }
    if (/^\s{0,8}permissions:/m.test(text)) facts.withPermissions += 1
    if (/^\s{0,8}permissions:\s{1,4}write-all/m.test(text)) writeAll.push(path)
    indicators.push(...dangerIn(path, text))
  }
  return { files: files.length, ...facts, writeAll, indicators }
}

function dangerIn(path: string, text: string): Indicator[] {
  const found: Indicator[] = []
  const checkout = /ref:\s{0,4}["']?\$\{\{\s{0,4}github\.(?:event\.pull_request\.head\.(?:sha|ref)|head_ref)/.exec(text)
  if (/\bpull_request_target\b/.test(text) && checkout !== null) {
    found.push({
      code: 'dangerous_workflow',
      path,
      line: lineAt(text, checkout.index),
      excerpt: showLine(checkout[0]),
      severity: 'high',
      message: 'A workflow with the repository’s own secrets checks out code of whoever opens a pull request.',
    })
  }
  const injected =
    /^\s{0,40}(?:-\s{1,4})?run:[^\n]{0,500}\$\{\{\s{0,4}github\.event\.(?:issue|pull_request|comment|review|head_commit)\.[\w.]{0,40}(?:title|body|ref|message|label)/m.exec(
      text,
    )
  if (injected !== null) {
    found.push({
      code: 'workflow_injection',
      path,
      line: lineAt(text, injected.index),
      excerpt: showLine(injected[0]),
      severity: 'medium',
      message: 'A workflow puts words of strangers into a shell command.',
    })
  }
  return found
}
