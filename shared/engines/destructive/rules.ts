import type { CommandRule, Rule } from './rule.ts'
import { cloudCommands } from './rules/cloud.rules.ts'
import { codeRules } from './rules/code.rules.ts'
import { databaseCommands } from './rules/database.rules.ts'
import { disk, diskCommands } from './rules/disk.rules.ts'
import { dockerCommands } from './rules/docker.rules.ts'
import { filesystemCommands, finding, permission, removal, writing } from './rules/filesystem.rules.ts'
import { gitCommands, push, worktree } from './rules/git.rules.ts'
import { requestRules } from './rules/http.rules.ts'
import { kubernetesCommands } from './rules/kubernetes.rules.ts'
import { networkCommands } from './rules/network.rules.ts'
import { packageCommands } from './rules/package.rules.ts'
import { platformCommands } from './rules/platform.rules.ts'
import { execution, killing, processCommands } from './rules/process.rules.ts'
import { sentenceRules } from './rules/sentence.rules.ts'
import { statementRules } from './rules/sql.rules.ts'
import { terraformCommands } from './rules/terraform.rules.ts'
import { toolCommands } from './rules/tool-command.rules.ts'
import { toolRules } from './rules/tool.rules.ts'
import { verbRules } from './rules/verb.rules.ts'
import { tooComplex } from './scan.ts'

/** Id and version of all rules; it changes whenever an answer may change. */
export const ruleset = 'destructive/2026-11-28.1'

/** The rules about command lines. */
export const commandRules: readonly CommandRule[] = [
  ...filesystemCommands,
  ...gitCommands,
  ...databaseCommands,
  ...kubernetesCommands,
  ...terraformCommands,
  ...cloudCommands,
  ...dockerCommands,
  ...packageCommands,
  ...diskCommands,
  ...processCommands,
  ...networkCommands,
  ...platformCommands,
  ...toolCommands,
]

/** Every rule there is. */
export const allRules: readonly Rule[] = [
  ...commandRules,
  ...[removal, finding, writing, permission, push, worktree, disk, execution, killing].flatMap((group) =>
    Object.values(group),
  ),
  ...[statementRules, requestRules, codeRules, verbRules, toolRules, sentenceRules].flatMap((group) =>
    Object.values(group),
  ),
  tooComplex,
]
