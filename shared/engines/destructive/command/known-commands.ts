import { commandRules } from '../rules.ts'
import { plainTools } from '../rules/verb.rules.ts'
import { wrappers } from '../shell/wrappers.rules.ts'
import { special } from './judge-command.ts'

const ruled = new Set([
  ...wrappers.flatMap(({ name }) => name.split('|')),
  ...'parallel xargs python python3 node ruby perl php bash zsh dash psql mysql sqlite3 mongosh redis-cli'.split(' '),
  ...commandRules
    .flatMap(({ run }) => (typeof run === 'string' ? [run] : run))
    .flatMap((run) => (run.split(' ')[0] ?? '').split('|')),
])

/** Whether a word is the name of a program that the rules or the lists know. */
export const isRuled = (word: string): boolean =>
  ruled.has(word) || plainTools.has(word) || Object.hasOwn(special, word)
