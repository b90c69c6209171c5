import {
  cloudTools,
  deleteVerbs,
  destroyTasks,
  mildVerbs,
  ownThings,
  plainTools,
  readVerbs,
  stopVerbs,
  storeWords,
  taskRunners,
  verbRules,
} from '../rules/verb.rules.ts'
import { report } from '../scan.ts'
import { hasAnyOf } from './arguments.ts'
import type { Leaf } from './leaf.ts'

const mostWords = 6
const runsTasks = /^(?:yarn|pnpm|bun|npm|lerna|turbo|nx|rush|wireit|run-s|run-p|npm-run-all)$/
const deleteOptions =
  /^--?(?:delete|remove|purge|destroy|erase|wipe|uninstall|drop)(?:-(?!orphans$|duplicates?$|comments$|caches?$|whitespace|headers?|empty|after|before|older|policy|days|on-)[a-z-]+)?$|^-(?:delete|remove)(?:[a-z]{4,30}|[A-Z]\w{2,30})$|^--unregister$/

/** Judges a command that no rule names by what its words say: `anycloud thing delete 42`. */
export function judgeByVerb(leaf: Leaf): void {
  const { args, scan, segment, text } = leaf
  // Tasks are judged by their names alone: `make clean` is the project's own.
  if (plainTools.has(args.command) || taskRunners.get(args.command) === null) return
  judgeName(leaf)
  const isCloud = cloudTools.has(args.command)
  const wide = hasAnyOf(args, '--all|--all-*') || args.words.includes('*') || args.words.includes('all')
  for (const word of args.words.slice(0, mostWords)) {
    const verb = verbOf(word)
    if (verb === 'read' || verb === 'data') break
    if (verb === 'delete' && (isMild(word) || (!isCloud && args.words.slice(0, 2).some(isOwn)))) {
      return report(scan, isCloud ? verbRules.cloudStop : verbRules.toolRemove, segment, text)
    }
    if (verb === 'delete' && isCloud) {
      const holdsData = wide || args.words.slice(0, mostWords).some((one) => storeWords.test(one.toLowerCase()))
      return report(scan, holdsData ? verbRules.cloudDeleteStore : verbRules.cloudDelete, segment, text)
    }
    if (verb === 'delete') return report(scan, wide ? verbRules.toolDeleteAll : verbRules.toolDelete, segment, text)
    // `yarn clean` is the project's own task, as `make clean` is.
    if (verb === 'stop' && runsTasks.test(args.command) && /^clean(?:up)?$/.test(word)) return
    // A cache fills itself again.
    if (verb === 'stop' && args.words.some((one) => /cache/i.test(one))) return
    if (verb === 'stop') return report(scan, isCloud ? verbRules.cloudStop : verbRules.toolStop, segment, text)
  }
  const options = [...args.options.keys()].filter((name) => deleteOptions.test(name) && hasAnyOf(args, name))
  // Windows options begin with a slash.
  const slashed = args.words.filter((word) => /^\/(?:del|delete|remove|purge|uninstall|wipe)$/i.test(word))
  const said = [...options, ...slashed]
  if (said.length === 0) return
  const mild = said.every((one) => /^[-/]{1,2}(?:uninstall|unregister)/i.test(one))
  report(scan, mild ? verbRules.toolRemove : verbRules.deleteOption, segment, text)
}

/** Whether what a deleting verb removes can be restored. */
function isMild(verb: string): boolean {
  const verbs = partsOf(verb).filter((part) => deleteVerbs.has(part))
  return verbs.length > 0 && verbs.every((part) => mildVerbs.has(part))
}

const isOwn = (word: string) => partsOf(word).some((part) => ownThings.test(part))

/** Verb and noun without a sign between them: `delnode`, `rmuser`. */
const glued =
  /^(?:del|rm|remove|delete|destroy|purge)(?:node|user|group|host|vm|server|disk|volume|image|key|job|task|item|all|db|table|role|account|container|snapshot|pool|member|record|zone|domain|entry|rule|route|repo|project|app|env)s?$/

/** The meaning of a word as a subcommand; `data` when it cannot be one. */
export function verbOf(word: string): 'delete' | 'stop' | 'read' | 'data' | 'other' {
  if (!/^[A-Za-z][\w:.-]*$/.test(word) || /\.\w{1,4}$/.test(word)) return 'data'
  const whole = word.toLowerCase()
  if (deleteVerbs.has(whole)) return 'delete'
  if (glued.test(whole)) return 'delete'
  if (stopVerbs.has(whole)) return 'stop'
  const parts = partsOf(word)
  const first = parts[0] ?? ''
  if (readVerbs.has(whole)) return 'read'
  if (parts.length < 2) return 'other'
  if (readVerbs.has(first)) return 'read'
  if (deleteVerbs.has(first) || deleteVerbs.has(parts.at(-1) ?? '')) return 'delete'
  if (/:/.test(word) && /^(?:cancel|reset|flush|stop|kill|disable|revoke)$/.test(parts.at(-1) ?? '')) return 'stop'
  if (first === 'batch' && deleteVerbs.has(parts[1] ?? '')) return 'delete'
  return stopVerbs.has(first) ? 'stop' : 'other'
}

/** The words in a compound: `delete-user`, `apps:destroy`, `deleteUser`, `drop_all`. */
export const partsOf = (word: string): string[] =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_:./]+/)
    .filter((part) => part !== '')

/** A program named like a deletion (`purge-queue`, `./uninstall.sh`, `lxc-destroy`), unless it lists or restores. */
function judgeName(leaf: Leaf) {
  const parts = partsOf(leaf.args.command)
    .filter((part) => !/^(?:sh|py|js|ts|rb|pl|bash|ps1)$/.test(part))
    .filter((part, at) => at > 0 || !/^(?:rm|trash)$/.test(part))
  const named = [parts[0], parts.at(-1)].some((part) => part !== undefined && deleteVerbs.has(part))
  if (!named || parts.some((part) => readVerbs.has(part))) return
  const mild = isMild(leaf.args.command) || isOwn(leaf.args.command)
  report(leaf.scan, mild ? verbRules.toolRemove : verbRules.deleteProgram, leaf.segment, leaf.text)
}

/** Judges a named task of a task runner by its name: `make destroy`, `npm run db:drop`. */
export function judgeTask(leaf: Leaf): void {
  const tasks = tasksOf(leaf).map((task) => partsOf(task))
  const destroys = tasks.some(
    (parts) =>
      parts.some((part) => destroyTasks.has(part)) ||
      (parts.some((part) => /^(?:reset|flush)$/.test(part)) &&
        parts.some((part) => /^(?:db|database|data|prod|all)$/.test(part))),
  )
  const deletes = tasks.some((parts) => parts.some((part) => deleteVerbs.has(part) || /^(?:reset|flush)$/.test(part)))
  if (destroys || deletes)
    report(leaf.scan, destroys ? verbRules.taskDestroy : verbRules.taskDelete, leaf.segment, leaf.text)
}

function tasksOf({ args }: Leaf): string[] {
  const runner = taskRunners.get(args.command)
  if (runner === undefined) return []
  const [first = ''] = args.words
  return runner === null ? args.words.slice(0, 4) : runner.has(first) ? args.words.slice(1, 2) : []
}
