import { describe, expect, test } from 'vitest'

import { assessDestructive } from './assess.ts'
import { gradeOf, levels } from './rule.ts'
import type { CommandRule } from './rule.ts'
import { allRules, commandRules, ruleset } from './rules.ts'

/** A command line that a row of a table is about: the first of all its alternatives. */
function sampleOf(rule: CommandRule, run: string): string {
  const [commands = '', ...words] = run.split(' ')
  const flags = (rule.flags ?? '').split(' ').map((flag) => flag.split('|')[0]?.replace(/\*$/, 'x') ?? '')
  const chosen = words.map((word) => (word === '*' ? 'thing' : (word.split('|')[0] ?? '')))
  return [commands.split('|')[0], ...chosen, ...flags, 'target'].filter((word) => word !== '').join(' ')
}

const runsOf = ({ run }: CommandRule) => (typeof run === 'string' ? [run] : run)
const plainRules = commandRules.filter(({ arg, value }) => arg === undefined && value === undefined)

/** Rules of medium severity about what cannot be undone, and why a human need not confirm it each time. */
const onlyReviewed = {
  'cloud.aws-dynamodb-delete-item': 'one row by its key, as a DELETE with a WHERE',
  'docker.remove': 'a stopped container is made to be thrown away; its volumes stay',
  'fs.clear-content': 'one named file',
  'fs.code-remove-unknown': 'single files, no tree',
  'fs.rm-many': 'files of one directory, no tree',
  'fs.rm-recursive': 'the catalogue says medium: rm -r still asks where -f does not',
  'fs.temp-reaper': 'deletes by age what is temporary',
  'fs.tmpfiles': 'deletes by age what is temporary',
  'http.get-that-deletes': 'a page of that name mostly asks first',
  'package.npm-unpublish': 'the catalogue says medium',
  'process.journal-vacuum': 'the journal drops its oldest entries by itself',
  'sql.redis-delete': 'one key, as a DELETE with a WHERE',
  'text.destroy': 'a sentence has no exact action that could be confirmed',
  'tool.code-delete': 'a method of that name may act in memory only',
  'tool.destructive-name': 'the catalogue says at least medium: the name is all that is known',
}

describe('the rule tables of destructive actions', () => {
  test('hold several hundred rules, each with an id of its own', () => {
    expect(allRules.length).toBeGreaterThan(500)
    expect(new Set(allRules.map(({ id }) => id)).size).toBe(allRules.length)
    expect(ruleset).toMatch(/^destructive\/\d{4}-\d{2}-\d{2}(?:\.\d+)?$/)
  })

  test('say each in a sentence what they found, under an id of family and name', () => {
    const odd = allRules.filter(
      ({ id, message }) => !/^[A-Z].{5,160}\.$/.test(message) || !/^[a-z0-9]+\.[a-z0-9-]+$/.test(id),
    )
    expect(odd.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  })

  test('let only review what nothing brings back where there is a reason to', () => {
    const unstopped = allRules.filter((rule) => rule.is.startsWith('medium no ')).map(({ id }) => id)
    expect(unstopped.toSorted()).toEqual(Object.keys(onlyReviewed).toSorted())
  })

  test('keep a short never-list', () => {
    const never = allRules.filter((rule) => rule.never === true).map(({ id }) => id)
    expect(never.toSorted()).toEqual([
      'disk.dd-device',
      'disk.format',
      'disk.mkfs',
      'fs.rm-root',
      'fs.write-disk',
      'process.code-fork-bomb',
      'process.fork-bomb',
    ])
  })

  const samples = plainRules.flatMap((rule) => runsOf(rule).map((run) => ({ rule, action: sampleOf(rule, run) })))
  const [harmless, harmful] = [true, false].map((isHarmless) =>
    samples.filter(({ rule }) => (gradeOf(rule).severity === 'none') === isHarmless),
  )

  // The commands are built from the rules, so this shows that no rule hides behind another, not that a rule is right.
  test('are reached: a command of each form of a rule is judged at least as severe as the rule', () => {
    const milder = harmful?.filter(
      ({ rule, action }) =>
        levels.indexOf(assessDestructive({ action }).severity) < levels.indexOf(gradeOf(rule).severity),
    )
    expect(harmful?.length).toBeGreaterThan(1_000)
    expect(milder?.map(({ rule, action }) => `${rule.id}: ${action}`)).toEqual([])
  })

  test('let pass what they call harmless: a command of each form of such a rule is allowed', () => {
    const stopped = harmless?.filter(({ action }) => assessDestructive({ action }).decision !== 'allow')
    expect(harmless?.length).toBeGreaterThan(10)
    expect(stopped?.map(({ rule, action }) => `${rule.id}: ${action}`)).toEqual([])
  })
})
