import type { Reporter, TestCase } from 'vitest/node'

/**
 * Names, at the end of a run, every test that passed only when it was tried again, with what it failed by first: a green
 * run hides none of them, and each is a defect of the test or of the product.
 */
export class ReportRetried implements Reporter {
  readonly #retried: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#retried.push(test)
  }

  onTestRunEnd(): void {
    for (const test of this.#retried) {
      const reasons = (test.result().errors ?? []).map(({ message, stack }) => stack ?? message)
      console.log(
        `passed only when tried again: ${test.module.relativeModuleId} > ${test.fullName}\n${reasons.join('\n')}`,
      )
    }
  }
}
