import { gradeOf, levels } from '../rule.ts'
import { commandRules } from '../rules.ts'
import { addSegment, report } from '../scan.ts'
import type { Finding, Place, Scan } from '../scan.ts'
import { argumentsOf, hasOption } from './arguments.ts'
import { diskTools, makeFileSystem, makesFileSystem } from './disk.ts'
import { rehearsalFlag } from './dry-run.ts'
import { findDelete } from './find.ts'
import { judgeGit } from './git.ts'
import { judgeHttpClient } from './http-client.ts'
import { killers } from './kill.ts'
import type { Leaf } from './leaf.ts'
import { judgePipedLines } from './line-protocol.ts'
import { matcher } from './match-rules.ts'
import { permissionTools } from './permission.ts'
import { removers } from './remove.ts'
import { judgeSqlClient } from './sql-client.ts'
import { judgeByVerb, judgeTask } from './verbs.ts'
import { writers } from './write-paths.ts'

const matchRules = matcher(commandRules)

export const special: Record<string, (leaf: Leaf) => void> = {
  ...removers,
  ...diskTools,
  ...permissionTools,
  ...killers,
  ...writers,
  find: findDelete,
  gfind: findDelete,
  git: judgeGit,
}

/** Judges one command at the end of all wrappers, and takes back what a real dry-run flag makes harmless. */
export function judgeCommand(
  scan: Scan,
  argv: readonly string[],
  place: Place,
  known: { cwd: string; stdin: string | undefined; shown: readonly string[] },
): void {
  const { shown, cwd, stdin } = known
  const segment = addSegment(scan, shown, place)
  const args = argumentsOf(argv)
  const leaf: Leaf = { scan, place, args, argv, segment, text: shown.join(' '), cwd, stdin }
  // A program called for its help or version does nothing else.
  if (hasOption(args, '--help') || (hasOption(args, '--version') && args.words.length === 0)) return
  const before = new Set<Finding>(scan.findings)
  judge(leaf)
  const flag = rehearsalFlag(leaf)
  if (flag === undefined) return
  scan.dryRuns += 1
  for (const finding of scan.findings.filter((one) => !before.has(one) && one.segment === segment)) {
    scan.findings.splice(scan.findings.indexOf(finding), 1)
    scan.rehearsals.push({ finding, flag })
  }
}

function judge(leaf: Leaf): void {
  const { args, scan, segment, text } = leaf
  const handler = Object.hasOwn(special, args.command) ? special[args.command] : undefined
  handler?.(leaf)
  if (makesFileSystem(args.command)) makeFileSystem(leaf)
  judgePipedLines(leaf)
  const isClient = judgeHttpClient(leaf) || judgeSqlClient(leaf)
  const rules = matchRules(args)
  const [worst] = rules.toSorted((a, b) => levels.indexOf(gradeOf(b).severity) - levels.indexOf(gradeOf(a).severity))
  if (worst !== undefined) report(scan, worst, segment, text)
  if (worst === undefined || gradeOf(worst).severity === 'none') judgeTask(leaf)
  if (worst === undefined && handler === undefined && !isClient) judgeByVerb(leaf)
}
