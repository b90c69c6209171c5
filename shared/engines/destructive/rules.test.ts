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

describe('the rule tables', () => {
  test('hold several hundred rules, each with an id of its own', () => {
    expect(allRules.length).toBeGreaterThan(500)
    expect(new Set(allRules.map(({ id }) => id)).size).toBe(allRules.length)
    expect(ruleset).toMatch(/^destructive\/\d{4}-\d{2}-\d{2}(?:\.\d+)?$/)
  })

  test.each(allRules.map((rule) => [rule.id, rule] as const))('%s says in a sentence what it found', (_, rule) => {
    expect(rule.message).toMatch(/^[A-Z].{5,160}\.$/)
    expect(rule.id).toMatch(/^[a-z0-9]+\.[a-z0-9-]+$/)
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

  const bites = plainRules
    .filter((rule) => gradeOf(rule).severity !== 'none')
    .flatMap((rule) => runsOf(rule).map((run) => [sampleOf(rule, run), rule] as const))
  test.each(bites)('bite: %s', (action, rule) => {
    const { severity } = assessDestructive({ action })
    expect(levels.indexOf(severity)).toBeGreaterThanOrEqual(levels.indexOf(gradeOf(rule).severity))
  })

  const harmless = plainRules
    .filter((rule) => gradeOf(rule).severity === 'none')
    .flatMap((rule) => runsOf(rule).map((run) => [sampleOf(rule, run)] as const))
  test.each(harmless)('let pass: %s', (action) => {
    expect(assessDestructive({ action }).decision).toBe('allow')
  })
})
