import { isObject, ownValue } from '../json-value.ts'
import { closestBranchFirst } from './branches.ts'
import type { Branch } from './branches.ts'
import { Coverage } from './coverage.ts'
import { fail } from './report.ts'
import { yesOrNo } from './sink.ts'
import type { Keyword, Visit } from './visit.ts'

export const allOf: Keyword = (schemas, visit) => {
  if (!Array.isArray(schemas)) return
  for (const [position, schema] of schemas.entries()) {
    visit.evaluation.descend(visit, schema, `allOf/${position}`)
    if (visit.sink.isQuick && visit.sink.count > 0) return
  }
}

export const anyOf: Keyword = (schemas, visit) => {
  if (!Array.isArray(schemas)) return
  // When neither evaluated members nor defaults are needed, the first match decides.
  const isSettledByOne = visit.coverage === null && !visit.sink.wantsDefaults
  const branches = tryAll(visit, 'anyOf', schemas, isSettledByOne ? 1 : Infinity)
  const passing = branches.filter((branch) => branch.holds)
  for (const branch of passing) take(visit, branch)
  if (passing.length === 0) closestBranchFirst(visit, 'anyOf', branches)
}

export const oneOf: Keyword = (schemas, visit) => {
  if (!Array.isArray(schemas)) return
  const branches = tryAll(visit, 'oneOf', schemas, 2)
  const passing = branches.filter((branch) => branch.holds)
  const [only, second] = passing
  if (only === undefined) closestBranchFirst(visit, 'oneOf', branches)
  else if (second === undefined) take(visit, only)
  else {
    fail(visit, 'oneOf', {
      message: `must match exactly one of ${schemas.length} alternatives, but matches ${only.position} and ${second.position}`,
      params: { passingSchemas: [only.position, second.position] },
      expected: `exactly one of ${schemas.length} alternatives`,
    })
  }
}

function tryAll(visit: Visit, keyword: string, schemas: readonly unknown[], enough: number): Branch[] {
  const branches: Branch[] = []
  let passing = 0
  for (const [position, schema] of schemas.entries()) {
    if (passing >= enough) break
    const sink = visit.sink.isQuick && visit.sink.keepsNothing ? yesOrNo() : visit.sink.branch()
    const coverage = visit.coverage === null ? null : new Coverage()
    const holds = visit.evaluation.descend(visit, schema, `${keyword}/${position}`, { sink, coverage })
    branches.push({ position, schema, sink, coverage, holds })
    if (holds) passing += 1
  }
  return branches
}

function take(visit: Visit, branch: Branch): void {
  visit.sink.absorb(branch.sink)
  if (branch.coverage !== null) visit.coverage?.absorb(branch.coverage)
}

export const not: Keyword = (schema, visit) => {
  if (!visit.evaluation.descend(visit, schema, 'not', { sink: yesOrNo(), coverage: null })) return
  fail(visit, 'not', { message: 'must not match the schema under "not"', expected: 'anything that does not match it' })
}

export const conditional: Keyword = (schema, visit) => {
  const coverage = visit.coverage === null ? null : new Coverage()
  const holds = visit.evaluation.descend(visit, schema, 'if', { sink: yesOrNo(), coverage })
  if (holds && coverage !== null) visit.coverage?.absorb(coverage)
  const keyword = holds ? 'then' : 'else'
  const consequence = ownValue(visit.node, keyword)
  if (typeof consequence !== 'boolean' && !isObject(consequence)) return
  if (visit.evaluation.descend(visit, consequence, keyword)) return
  if (visit.sink.isQuick) return
  fail(visit, 'if', {
    message: `must match "${keyword}", as it ${holds ? 'matches' : 'does not match'} "if"`,
    params: { failingKeyword: keyword },
    expected: `what "${keyword}" asks for`,
  })
}
