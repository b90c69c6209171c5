import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

import { type FileResult, keepResult } from './results.ts'

/** Writes down which tests ran and how each ended, for what judges a whole suite after it (`test/suite/main.ts`). */
export class KeepResults implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { testModule, moduleId, project } of specifications) {
      const file = testModule?.relativeModuleId ?? moduleId.slice(project.config.root.length + 1)
      // A file that is still like this after the run took the whole run down with it, or never had its turn.
      keepResult({ file, project: project.name, failure: 'it did not end', ms: 0, tests: [] })
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()]
    keepResult({
      file: module.relativeModuleId,
      project: module.project.name,
      failure: module.state() === 'failed' ? failureOf(module) : null,
      ms: Math.round(module.diagnostic().duration + module.diagnostic().collectDuration),
      tests: tests.map((test) => ({ title: test.fullName, state: test.result().state })),
    })
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const [first] = unhandled
    if (first !== undefined) keepResult({ file: '', project: '', failure: first.message, ms: 0, tests: [] })
  }
}

function failureOf(module: TestModule): FileResult['failure'] {
  const failures = [
    ...[...module.children.allTests()].map((test) => ({ of: test.fullName, errors: test.result().errors ?? [] })),
    ...[module, ...module.children.allSuites()].map((suite) => ({ of: 'its hooks', errors: suite.errors() })),
  ]
  const first = failures.find(({ errors }) => errors.length > 0)
  return first === undefined ? 'no reason is known' : `${first.of}: ${first.errors[0]?.message ?? ''}`
}
